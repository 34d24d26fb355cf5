/** The schemas of the arguments of every call, compiled. The build puts source code in the place of this module. */
import { ARGUMENT_SCHEMAS, type DeskMethod, type ShellMethod } from '../../shared/contract.ts';
import { compiledOnUse, type Validators } from '../compiling.ts';

/** Arguments are judged as they came: nothing is coerced, filled in or taken away. */
export const VALIDATORS: Validators<DeskMethod | ShellMethod> = compiledOnUse(ARGUMENT_SCHEMAS, {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  allErrors: false,
});
