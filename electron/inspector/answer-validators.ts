/** The schemas of the answers of an inspector process: only the desk reads them. The build puts source code in the place of this module. */
import { compiledOnUse, type Validators } from '../compiling.ts';
import { ANSWERS } from './message-schemas.ts';

export const VALIDATORS: Validators<keyof typeof ANSWERS> = compiledOnUse(ANSWERS, {
  allErrors: false,
  allowUnionTypes: true,
});
