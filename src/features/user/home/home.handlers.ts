import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import { chartsOf } from './home.charts.ts'
import { classesOf } from './home.classes.ts'
import { home } from './home.contract.ts'
import { loginsOf } from './home.logins.ts'
import { todayOf } from './home.today.ts'
import { departmentsOf } from './home.departments.ts'
import { figuresOf } from './home.figures.ts'
import { readOwn } from './home.read.ts'
import { stepsOf } from './home.steps.ts'
import { tasksOf } from './home.tasks.ts'

// Limits the reads at once: each asks the database a dozen things, and many would leave no connection to other calls.
const inTurn = limitConcurrency(2, 200)

export const homeHandlers = serve(home, {
  get: (_, context) => inTurn(() => overview(context)),
  getlogins: (_, context) => inTurn(() => loginsOf(context)),
  getcharts: (_, context) => inTurn(() => chartsOf(context)),
})

async function overview(context: Context) {
  const counting = figuresOf(context)
  const [lastTm, figures, own, today, departments, tasks, steps] = await Promise.all([
    lastSignIn(context),
    counting,
    classesOf(context),
    todayOf(context),
    departmentsOf(context),
    tasksOf(context, counting),
    stepsOf(context),
  ])
  return { lastTm, figures, ...own, today, departments, tasks, steps }
}

// Hides the last sign-in during impersonation.
async function lastSignIn(context: Context): Promise<string | null> {
  const { userNo, tokenHash, imitUserNo } = context.me
  if (imitUserNo) return null
  return readOwn(context, async (db) => {
    const { rows } = await sql<{ at: string }>`
      select l.at from login_log l where l.user_no = ${userNo} and l.result = 'ok' and l.imit_user_no is null
        and l.at < (select s.crt_tm from session s where s.token_hash = ${tokenHash}) order by l.at desc limit 1`.execute(db)
    return rows[0]?.at ?? null
  })
}
