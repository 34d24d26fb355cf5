import { makeDouble } from './double.ts';

Object.assign(window, { uaix: makeDouble(new URLSearchParams(location.search)) });
await import('../main.tsx');
