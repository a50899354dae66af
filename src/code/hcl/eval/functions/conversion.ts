import { convertValue } from '../convert.ts';
import { failure, isFailure } from '../failure.ts';
import { mark, unmark } from '../marks.ts';
import type { Type } from '../type.ts';
import {
  boolType,
  dynamicType,
  listType,
  mapType,
  numberType,
  setType,
  stringType,
} from '../type.ts';
import { boolValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable, Parameter } from './define.ts';
import { argumentAt } from './define.ts';

const anything: Parameter = { type: dynamicType, nullable: true, unknown: true, marked: true };

function conversion(to: Type): FunctionDefinition {
  return {
    parameters: [anything],
    returns: to,
    call(args) {
      const converted = convertValue(argumentAt(args, 0), to);
      return isFailure(converted) ? failure(`cannot convert: ${converted.message}.`) : converted;
    },
  };
}

export const convertFunctions: FunctionTable = {
  tobool: conversion(boolType),
  tolist: conversion(listType(dynamicType)),
  tomap: conversion(mapType(dynamicType)),
  tonumber: conversion(numberType),
  toset: conversion(setType(dynamicType)),
  tostring: conversion(stringType),
  sensitive: { parameters: [anything], call: (args) => mark(argumentAt(args, 0), true) },
  nonsensitive: { parameters: [anything], call: (args) => unmark(argumentAt(args, 0)) },
  issensitive: {
    parameters: [anything],
    returns: boolType,
    call: (args) => boolValue(argumentAt(args, 0).sensitive === true),
  },
  // There are no ephemeral values in this evaluator.
  ephemeralasnull: { parameters: [anything], call: (args) => argumentAt(args, 0) },
};
