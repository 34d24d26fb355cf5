/** Validators as source code that stands in a module of ours: Ajv's own form of it asks for its parts as CommonJS does. */
import type { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';

/** A module with several sets of validators has one list of imports. */
export class StandaloneModule {
  readonly #imports: string[] = [];
  #sets = 0;

  /**
   * An expression whose value is an object of validators.
   * @param ajv made with `code: { source: true }`, which knows the schemas
   * @param names name of a validator → key of its schema
   */
  expression(ajv: Ajv2020, names: Readonly<Record<string, string>>): string {
    const set = this.#sets++;
    // What the generated code needs at run time it requires; a module of ours imports it.
    const body = standaloneCode(ajv, names).replace(
      /const (\w+) = require\("([^"]+)"\)(\.default)?;/g,
      (_, name, from, viaDefault) => {
        this.#imports.push(`import ${name}_${set} from '${from}';`);
        return `const ${name} = ${viaDefault ? `${name}_${set}.default ?? ` : ''}${name}_${set};`;
      },
    );
    // Whoever asks for none of them does not carry them.
    return `/* @__PURE__ */ (() => { const exports = {}; ${body}\nreturn exports; })()`;
  }

  /** The whole module: its imports, then `body`. */
  source(body: string): string {
    return `${this.#imports.join('\n')}\n${body}\n`;
  }
}
