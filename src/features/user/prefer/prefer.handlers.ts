import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { prefer } from '#contract/shell/prefer.contract.ts'

const most = 300
const mostBytes = 300_000

export const preferHandlers = serve(prefer, {
  // Gives impersonators the shipped preferences: views show where the person works besides.
  getlist: async (_, { me, db }) =>
    me.imitUserNo
      ? []
      : db.selectFrom('prefer').select(['name', 'val']).where('userNo', '=', me.userNo).orderBy('name').execute(),

  async set({ name, val }, { me, db }) {
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能修改对方的偏好')
    if (val === null) await db.deleteFrom('prefer').where('userNo', '=', me.userNo).where('name', '=', name).execute()
    else await keep(name, val)
    return null

    async function keep(name: string, val: string) {
      const { rows } = await sql`
        insert into prefer (user_no, name, val)
        select ${me.userNo}, ${name}, ${val}
        where (select count(*) < ${most} and coalesce(sum(octet_length(val)), 0) + ${Buffer.byteLength(val)} <= ${mostBytes}
          from prefer where user_no = ${me.userNo} and name <> ${name})
        on conflict (user_no, name) do update set val = excluded.val, upd_tm = now()
        returning name`.execute(db)
      if (rows.length === 0) throw new Fault('invalid', '保存的偏好太多，请先删除一些视图')
    }
  },
})
