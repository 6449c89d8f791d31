/** Maps why a start, a backup or a restore cannot go on to its exit code; the manual lists them. */
export const exitCodes = {
  unexpected: 1,
  port: 10,
  dataFolder: 11,
  running: 12,
  database: 13,
  databaseRights: 14,
  secretKey: 15,
  platform: 16,
  setting: 17,
  backupFile: 18,
  backupVersion: 19,
  notEmpty: 20,
  halfRestored: 21,
  account: 22,
  demoData: 23,
  databaseVersion: 24,
  noSpace: 25,
} as const

/** Represents why a command cannot go on, with the sentence people read; printed without a stack trace. */
export class ExitError extends Error {
  reason: keyof typeof exitCodes
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message)
    this.reason = reason
  }
}
