import { resolve } from 'node:path'
import { ExitError } from '#server/base/exit.ts'
import { backup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { runCommand } from './runCommand.ts'
import { verify } from './verify.ts'

const commands = new Map(Object.entries({ backup, restore: restoreBackup, verify }))

await runCommand(async ([name = '', file, ...more], job) => {
  const command = commands.get(name)
  if (!command || !file || more.length > 0)
    throw new ExitError('setting', `请写出一个备份文件的名字，例如：npm run ${command ? name : 'backup'} ./campus.backup`)
  // Resolves a name from the caller's folder, for npm changes into that of the product.
  await command(resolve(process.env.INIT_CWD ?? '.', file), job)
})
