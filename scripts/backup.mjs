// npm run backup, restore, verify FILE: installs, and runs the command on the project's own Node.
import { spawnSync } from 'node:child_process'
import { install, root } from './prepare.mjs'

const node = install({ everything: false })
const command = [`${root}/src/server/backup/command.ts`, ...process.argv.slice(2)]
// The command closes what it opened; a signal to us only waits for that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.exitCode = spawnSync(node, command, { cwd: root, stdio: 'inherit' }).status ?? 1
