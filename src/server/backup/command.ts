import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ExitError } from '#server/base/exit.ts'
import { backup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { runCommand } from './runCommand.ts'
import { verify } from './verify.ts'

const commands = new Map(Object.entries({ backup, restore: restoreBackup, verify }))

await runCommand(async ([name = '', ...given], job) => {
  const command = commands.get(name)
  const { values, positionals } = read(given)
  const [file, ...more] = positionals
  if (!command || !file || more.length > 0)
    throw new ExitError('setting', `请写出一个备份文件的名字，例如：npm run ${command ? name : 'backup'} ./campus.backup`)
  const { to = process.env.BACKUP_RECIPIENT, passphrase, identity } = values
  // Resolves a name from the caller's folder, for npm changes into that of the product.
  const at = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
  const recipient = passphrase ? undefined : to
  await command(at(file), { ...job, lock: { recipient, passphrase, identity: identity && at(identity) } })
})

/** Reads how a backup is encrypted (`--to`, `--passphrase`) or opened (`--identity`). Throws an ExitError for anything else. */
function read(args: string[]) {
  const options = { to: { type: 'string' }, passphrase: { type: 'boolean' }, identity: { type: 'string' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new ExitError(
      'setting',
      `不认识 ${args.find((one) => one.startsWith('-'))}。可以写 --to 公钥、--passphrase 或 --identity 私钥文件。`,
    )
  }
}
