/** The schema of the policy file, compiled. The build puts source code in the place of this module. */
import schema from '../../resources/policy/policy.schema.json' with { type: 'json' };
import { compiledOnUse, type Validators } from '../compiling.ts';

/** Every fault is wanted: all of them are shown in the editor. */
export const VALIDATORS: Validators<'policy'> = compiledOnUse({ policy: schema }, { allErrors: true });
