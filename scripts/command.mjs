// Installs, and runs the command on the project's own Node: npm run backup, restore, verify FILE; password NAME.
import { spawnSync } from 'node:child_process'
import { install, root } from './prepare.mjs'

const node = install({ everything: false })
const [name, ...rest] = process.argv.slice(2)
const command =
  name === 'password'
    ? [`${root}/src/app/server/passwordCommand.ts`, ...rest]
    : [`${root}/src/server/backup/command.ts`, name, ...rest]
// Waits for the command on a signal, which closes what it opened.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.exitCode = spawnSync(node, command, { cwd: root, stdio: 'inherit' }).status ?? 1
