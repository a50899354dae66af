import { convert } from '../convert.ts';
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
import { valueAt } from './define.ts';

const anything: Parameter = { type: dynamicType, nullable: true, unknown: true, marked: true };

function conversion(to: Type): FunctionDefinition {
  return {
    parameters: [anything],
    returns: to,
    call(args) {
      const converted = convert(valueAt(args, 0), to);
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
  sensitive: { parameters: [anything], call: (args) => mark(valueAt(args, 0), true) },
  nonsensitive: { parameters: [anything], call: (args) => unmark(valueAt(args, 0)) },
  issensitive: {
    parameters: [anything],
    returns: boolType,
    call: (args) => boolValue(valueAt(args, 0).sensitive === true),
  },
  // No value here is ever ephemeral.
  ephemeralasnull: { parameters: [anything], call: (args) => valueAt(args, 0) },
};
