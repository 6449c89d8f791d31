// The parts of npm run proof: what each runs, and in how many minutes at most. What is long is run by its name alone.
const minutes = 20

/** Each part: its vitest runs, one after the other. `browser`: in the browser; `nginx`: with nginx, where it can be had. */
export const parts = {
  fuzz: { minutes, runs: [{ files: ['test/fuzz.test.ts'], env: { WHOLE: '1', FUZZ_RUNS: '200' } }] },
  calls: {
    minutes,
    runs: [
      {
        files: ['every-call', 'tenants', 'noConnection', 'undo', 'hostile', 'matrix/'].map((name) => `test/${name}`),
        env: { WHOLE: '1' },
      },
      { files: ['src/features/vam/reg/reg.test.ts'], env: { WHOLE: '1' } },
    ],
  },
  imports: { minutes, runs: [{ files: ['test/imports'], env: { IMPORTS: '200' } }] },
  processes: { minutes, runs: [{ files: [], env: { PROCESSES: '2', SHORT: '1' } }] },
  start: {
    minutes,
    runs: [
      {
        files: ['ends', 'refusals', 'backup', 'upgrade', 'users'].map((name) => `test/start/${name}.test.ts`),
        env: { KILLS: '6' },
      },
    ],
  },
  kills: {
    minutes,
    runs: [
      {
        files: ['imports', 'rollover', 'uploads'].map((name) => `test/start/${name}.test.ts`),
        env: { KILLS: '6', UPLOAD_MB: '200' },
      },
    ],
  },
  restarts: { minutes, runs: [{ files: ['test/start/restarts.test.ts'], env: { RESTARTS: '3' } }] },
  soak: { minutes, runs: [{ files: ['test/start/soak.test.ts'], env: { SOAK_MINUTES: '5' } }] },
  deploy: { minutes, nginx: true, runs: [{ files: ['test/deploy'], env: { WHOLE: '1' } }] },
  pages: { minutes, runs: [{ browser: true, files: [], env: { WHOLE_BROWSER: '1' } }] },
  access: { minutes, runs: [{ browser: true, files: ['e2e/access', 'e2e/hostile'], env: { WHOLE: '1', WHOLE_BROWSER: '1' } }] },

  'fuzz-long': { long: true, runs: [{ files: ['test/fuzz.test.ts'], env: { WHOLE: '1', FUZZ_RUNS: '2000' } }] },
  'imports-long': { long: true, runs: [{ files: ['test/imports'], env: { IMPORTS: '1000' } }] },
  'kills-long': {
    long: true,
    runs: [
      {
        files: ['ends', 'imports', 'rollover'].map((name) => `test/start/${name}.test.ts`),
        env: { KILLS: '100' },
      },
    ],
  },
  'upload-long': { long: true, runs: [{ files: ['test/start/uploads.test.ts'], env: { UPLOAD_MB: '1024' } }] },
  failover: { long: true, runs: [{ files: ['test/start/restarts.test.ts'], env: { RESTARTS: '30', RATE: '100' } }] },
  'soak-long': { long: true, runs: [{ files: ['test/start/soak.test.ts'], env: { SOAK_MINUTES: '30' } }] },
}
