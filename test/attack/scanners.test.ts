import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { clientOn } from '../start/scenes.ts'
import { cleanUp, makeFolder, open, type Run } from '../start/startup.ts'

let server: Run
let token: string
beforeAll(async () => {
  server = await open({ dataDir: makeFolder(), env: { DEMO: '1', RATE_LIMITS: '0' } })
  token = (await clientOn(server).call(signin.login, { name: 'school', pwd: 'Campus2026' })).token
}, 120_000)
afterAll(cleanUp)

// Scans in the proof alone, where the scanners are installed: it takes minutes.
const isHere = (command: string) =>
  Boolean(process.env.WHOLE) && spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

/** Lists calls with texts, numbers, orders and filters that reach the database in different ways; `*` marks what is attacked. */
const targets: [name: string, url: string, data?: string][] = [
  ['a keyword of employees', '/ent/emp/getpage?keyWord=a*'],
  ['a keyword of students', '/ent/stu/getpage?keyWord=a*'],
  ['a unit of students', '/ent/stu/getpage?unitNo=a*'],
  ['labels of students', '/ent/stu/getpage?wts=01*'],
  ['a keyword of the search box', '/user/search/get?word=ab*'],
  ['a keyword of enterprises', '/ent/vst/getvstnoteteampage?keyWord=a*'],
  ['a number of history', '/ent/history/getpage?keyWord=a*'],
  ['a dictionary', '/ent/info/getlist?typeCode=SEX*'],
  ['a name at the sign-in', '/common/user/login', '{"data":{"name":"a*","pwd":"b"},"version":"v1"}'],
  ['a name of a group', '/ent/empgrp/create', '{"data":{"grpName":"a*","grpType":"1"},"version":"v1"}'],
]

test.skipIf(!isHere('sqlmap')).each(targets)(
  '%s injects nothing into the database',
  (_, path, data) => {
    const folder = mkdtempSync(join(tmpdir(), 'campus-sqlmap-'))
    const { stdout } = spawnSync(
      'sqlmap',
      [
        '-u',
        `${server.url}/api/services${path}`,
        '--batch',
        '--dbms=postgresql',
        '--level=2',
        '--risk=2',
        '--technique=BEUT',
        '--time-sec=3',
        '--flush-session',
        '--disable-coloring',
        '--ignore-code=400,429',
        `--output-dir=${folder}`,
        '-H',
        `Authorization: Bearer ${token}`,
        ...(data ? ['--data', data, '-H', 'Content-Type: application/json'] : []),
      ],
      { encoding: 'utf8', timeout: 240_000 },
    )
    expect(stdout).toMatch(/do not appear to be injectable|does not seem to be injectable/)
    expect(stdout).not.toMatch(/is vulnerable|Parameter: .*\n\s+Type:/)
  },
  260_000,
)

test.skipIf(!isHere('wapiti'))(
  'a scanner of pages finds nothing to report',
  () => {
    const report = join(mkdtempSync(join(tmpdir(), 'campus-wapiti-')), 'report.json')
    spawnSync(
      'wapiti',
      [
        '-u',
        `${server.url}/`,
        '--scope',
        'folder',
        '-m',
        'sql,xss,redirect,file,ssrf,http_headers,crlf,csp,cookieflags',
        '-f',
        'json',
        '-o',
        report,
        '--max-scan-time',
        '120',
        '--no-bugreport',
        '--flush-session',
      ],
      { stdio: 'ignore', timeout: 200_000 },
    )
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, { info: string }[]>
    }
    // Leaves out a header that browsers have given up; frames are forbidden by the policy of content.
    const found = Object.values(vulnerabilities)
      .flat()
      .map(({ info }) => info)
      .filter((info) => !/X-XSS-Protection|X-Frame-Options/i.test(info))
    expect(found).toEqual([])
  },
  220_000,
)
