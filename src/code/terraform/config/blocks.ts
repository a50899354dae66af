import type { Defaults } from '../../hcl/eval/defaults.ts';
import type { Type } from '../../hcl/eval/type.ts';
import type { Attribute, Block } from '../../hcl/syntax/ast.ts';
import type { Module } from './configuration.ts';
import type { Scope } from './scope.ts';
import type { SourceBlock, SourceExpression } from './source.ts';

export interface VariableBlock extends SourceBlock {
  readonly name: string;
  /** `any` if the block has no type. */
  readonly type: Type;
  /** Defaults of optional attributes in the type. */
  readonly defaults?: Defaults;
  /** Value of the `default` attribute. */
  readonly default?: SourceExpression;
  readonly nullable: boolean;
  readonly sensitive: boolean;
  /** How text from the environment or the command line is read: literally, or as an expression. */
  readonly parsing: 'literal' | 'expression';
}

export interface LocalValue extends SourceExpression {
  readonly name: string;
  readonly attribute: Attribute;
  /** The `locals` block that contains it. */
  readonly block: Block;
}

export interface OutputBlock extends SourceBlock {
  readonly name: string;
  readonly value?: SourceExpression;
  readonly sensitive: boolean;
}

/** The block that declares something (not an override). */
interface NamedBlock extends SourceBlock {
  readonly name: string;
  /** Blocks of override files, in the order in which they apply. */
  readonly overrides: readonly SourceBlock[];
}

/** What may have several instances, or none. */
export interface RepeatedBlock {
  readonly count?: SourceExpression | undefined;
  readonly forEach?: SourceExpression | undefined;
  /** OpenTofu's argument that determines whether it exists. */
  readonly enabled?: SourceExpression | undefined;
}

export interface ResourceDefinition extends NamedBlock, RepeatedBlock {
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** Call names of the module that contains it. */
  readonly modulePath: readonly string[];
  /** Name of the provider configuration in the module: `aws` or `aws.west`. */
  readonly provider: string;
  /** Selects one of several instances of that configuration, in OpenTofu. */
  readonly providerKey?: SourceExpression | undefined;
}

export interface ModuleCall extends NamedBlock, RepeatedBlock {
  /** The `source` argument if it is a plain string. */
  readonly source?: string | undefined;
  /**
   * The `source` argument if it is another expression, which OpenTofu evaluates before it loads the
   * module.
   */
  readonly sourceExpression?: SourceExpression | undefined;
  /** Input arguments, without meta-arguments. */
  readonly inputs: ReadonlyMap<string, SourceExpression & { readonly attribute: Attribute }>;
  /** Provider names in the child module, mapped to those in the calling module. */
  readonly providers: ReadonlyMap<string, PassedProvider>;
  /** The called module; undefined if its files are missing. */
  readonly module?: Module | undefined;
}

/** A provider configuration that a call passes to its module. */
export interface PassedProvider {
  /** Its name in the calling module: `aws` or `aws.west`. */
  readonly name: string;
  /**
   * Selects one of the configurations that OpenTofu creates by `for_each`. To be evaluated in the
   * scope of the call.
   */
  readonly key?: SourceExpression | undefined;
}

/** A provider configuration; its name is `aws` or `aws.west`. */
export type ProviderBlock = NamedBlock;

/** The source of a root variable's value. */
export type VariableSource =
  | VariableExpression<'tfvars'>
  | VariableExpression<'default'>
  | VariableText<'env'>
  | VariableText<'flag'>;

/** `tfvars` is any variable file: terraform.tfvars, *.auto.tfvars, -var-file. */
export interface VariableExpression<K extends 'tfvars' | 'default'> extends SourceExpression {
  readonly kind: K;
  /** The scope for evaluating `expr`; it provides functions only. */
  readonly scope: Scope;
}

export interface VariableText<K extends 'env' | 'flag'> {
  readonly kind: K;
  /** `TF_VAR_name` or the variable's name. */
  readonly name: string;
  readonly text: string;
}
