/** Loaded in front of the compiled main process (`node --import`): `electron` means the double from now on. */
import { registerHooks } from 'node:module';

const DOUBLE = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: DOUBLE, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
