/** Lists files whose calls two processes answer in turns: what would break first if a process kept something to itself. */
export const inTwoProcesses = [
  'test/calls/behindBalancer.test.ts',
  'src/features/common/user/',
  'src/features/user/session/',
  'src/features/file/upload/chunks',
  'src/features/ent/imp/',
  'src/features/ent/emppwr/',
  'src/features/ent/stu/stu.reach',
  'src/features/vam/reg/',
]

/** Lists files that start processes themselves, speak to a socket, or reach into the server: one process answers them. */
export const ofOneProcess = [
  'test/start/**',
  'test/messages/**',
  'test/deploy/**',
  'test/failover/**',
  'test/hostile/hostile.test.ts',
  'test/attack/**',
  'test/calls/floods.test.ts',
  'test/calls/heavyInputs.test.ts',
  'test/calls/securityHeaders.test.ts',
  'test/calls/transport.test.ts',
  'test/calls/noConnection.test.ts',
  'test/calls/space.test.ts',
  'test/calls/statements.test.ts',
  'test/calls/timing.test.ts',
  'test/calls/matrix/mutations.test.ts',
]

/** Lists long files, of which test/start/smoke.test.ts is the sample: `npm run proof` runs them. */
export const longFiles = [
  ...[
    'backup',
    'disk',
    'encryptedBackup',
    'ends',
    'imports',
    'machine',
    'refusals',
    'restarts',
    'rollover',
    'searchNotice',
    'soak',
    'upgrade',
    'uploads',
    'users',
  ].map((name) => `test/start/${name}.test.ts`),
  'test/failover/**',
  'test/deploy/balancer.test.ts',
  'test/deploy/image.test.ts',
  'test/deploy/pgbouncerLoad.test.ts',
  'test/deploy/releaseBefore.test.ts',
  'test/deploy/rollingUpgrade.test.ts',
]

/**
 * Lists the files that take longest, the longest first, so that no worker is left with one at the end. The first replaces a
 * module, which only the first file of a worker can.
 */
export const longest = [
  'test/calls/matrix/mutations.test.ts',
  'test/calls/every-call.test.ts',
  'test/calls/matrix/matrix.test.ts',
  'test/calls/tenants.test.ts',
  'test/calls/fuzz.test.ts',
  'test/start/smoke.test.ts',
  'test/calls/backup.test.ts',
  'test/hostile/hostile.test.ts',
  'src/features/res/res/share/res.share.test.ts',
  'src/features/ent/stu/stu.test.ts',
  'src/features/ent/stu/imports/workbook.test.ts',
  'src/features/vam/reg/reg.test.ts',
  'src/features/common/user/captcha.test.ts',
  'src/features/common/user/cas.test.ts',
  'src/features/ent/emp/export/emp.export.test.ts',
  'src/features/res/res/res.test.ts',
]
