/** Loaded into the program that is photographed: pictures name no account of the machine they are taken on. */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const { userInfo } = os;
os.userInfo = (options) => ({ ...userInfo(options), username: 'ada' });
syncBuiltinESMExports();
