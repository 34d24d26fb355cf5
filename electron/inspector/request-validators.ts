/** The schemas of the messages of the desk: only an inspector process reads them. The build puts source code in the place of this module. */
import { compiledOnUse, type Validators } from '../compiling.ts';
import { REQUESTS } from './message-schemas.ts';

export const VALIDATORS: Validators<keyof typeof REQUESTS> = compiledOnUse(REQUESTS, {
  allErrors: false,
  allowUnionTypes: true,
});
