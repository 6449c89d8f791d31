// npm run proof: the longer proofs, of which npm test runs a short sample.
import { buildPage, install, installNginx, run } from './prepare.mjs'

const node = install({ everything: true })
buildPage(node)
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
run(node, [...vitest, 'test/fuzz.test.ts'], { WHOLE: '1', FUZZ_RUNS: process.env.FUZZ_RUNS ?? '2000' })
run(
  node,
  [...vitest, 'test/every-call.test.ts', 'test/tenants.test.ts', 'test/noConnection.test.ts', 'src/features/vam/reg/reg.test.ts'],
  { WHOLE: '1' },
)
run(node, [...vitest, 'test/undo.test.ts'], { WHOLE: '1' })
run(node, [...vitest, 'test/hostile.test.ts'], { WHOLE: '1' })
run(node, [...vitest, '--config', 'vitest.browser.config.ts', 'e2e/access.test.ts', 'e2e/hostile.test.ts'], { WHOLE: '1' })
run(node, [...vitest, 'test/start/ends.test.ts'], { KILLS: process.env.KILLS ?? '100' })
run(node, [...vitest, 'test/start/imports.test.ts'], { KILLS: process.env.KILLS ?? '100' })
run(node, [...vitest, 'test/start/rollover.test.ts'], { KILLS: process.env.KILLS ?? '100' })
run(node, [...vitest, 'test/start/uploads.test.ts'], { UPLOAD_MB: process.env.UPLOAD_MB ?? '1024' })
run(node, [...vitest, 'test/imports'], { IMPORTS: process.env.IMPORTS ?? '1000' })
run(node, [...vitest, 'test/start/restarts.test.ts'], { RESTARTS: process.env.RESTARTS ?? '30', RATE: '100' })
run(node, [...vitest, 'test/start/soak.test.ts'], { SOAK_MINUTES: process.env.SOAK_MINUTES ?? '30' })
installNginx()
run(node, [...vitest, 'test/deploy'], { WHOLE: '1' })
run(node, vitest, { PROCESSES: '2' })
