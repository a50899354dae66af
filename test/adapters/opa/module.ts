import wabt from 'wabt';

/**
 * A policy module with OPA's ABI 1.2
 * (https://www.openpolicyagent.org/docs/latest/wasm/#abi-versions) that gives the same answer to
 * every question. `opa build` compiles such modules from Rego.
 */
export async function moduleThatAnswers(result: unknown): Promise<Uint8Array> {
  const answer = JSON.stringify([{ result }]);
  const text = `(module
    (import "env" "memory" (memory 2))
    (global (export "opa_wasm_abi_version") i32 (i32.const 1))
    (global (export "opa_wasm_abi_minor_version") i32 (i32.const 2))
    (global $heap (mut i32) (i32.const 65536))
    (data (i32.const 16) "{}\\00")
    (data (i32.const 32) "${escaped('{"parley/decision":0}')}\\00")
    (data (i32.const 1024) "${escaped(answer)}\\00")
    (func (export "builtins") (result i32) (i32.const 16))
    (func (export "entrypoints") (result i32) (i32.const 32))
    (func (export "opa_json_dump") (param i32) (result i32) (local.get 0))
    (func (export "opa_json_parse") (param i32 i32) (result i32) (local.get 0))
    (func (export "opa_malloc") (param i32) (result i32) (global.get $heap))
    (func (export "opa_heap_ptr_get") (result i32) (global.get $heap))
    (func (export "opa_heap_ptr_set") (param i32) (global.set $heap (local.get 0)))
    (func (export "opa_eval") (param i32 i32 i32 i32 i32 i32 i32) (result i32)
      (if (i32.eqz (local.get 4)) (then (unreachable)))
      (i32.const 1024)))`;
  const { parseWat } = await wabt();
  return parseWat('policy.wat', text).toBinary({}).buffer;
}

function escaped(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}
