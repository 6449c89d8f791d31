// Installs, and runs the command on the project's own Node: npm run backup, restore, verify FILE.
import { spawnSync } from 'node:child_process'
import { install, root } from './prepare.mjs'

const node = install({ everything: false })
const command = [`${root}/src/server/backup/command.ts`, ...process.argv.slice(2)]
// Waits for the command on a signal, which closes what it opened.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.exitCode = spawnSync(node, command, { cwd: root, stdio: 'inherit' }).status ?? 1
