import { noticeAddress } from '#domain/messages/delivery/noticeLink.ts'
import type { TestServer } from './harness.ts'

/** Returns the links that a channel carries to the guardians of a message of this title, the first asked first. */
export async function noticeLinks(
  server: TestServer,
  title: string,
  entNo?: string,
): Promise<{ ptrName: string; link: string }[]> {
  const { rows } = await server.owner.query<{ ent_no: string; rcv_no: string; ptr_name: string }>(
    `select t.ent_no, t.rcv_no, g.ptr_name from msgto t join msg m using (ent_no, msg_no) join ptr g using (ent_no, ptr_no)
      where m.title = $1 and m.ent_no = coalesce($2, m.ent_no) order by t.done_tm is not null, t.rcv_no`,
    [title, entNo],
  )
  const linkOf = (key: { entNo: string; rcvNo: string }) => noticeAddress('', server.services.secret, key)
  return rows.map(({ ent_no, rcv_no, ptr_name }) => ({ ptrName: ptr_name, link: linkOf({ entNo: ent_no, rcvNo: rcv_no }) }))
}

/** Returns the key in a link. */
export const tokenIn = (link: string) => link.replace('/m/notice#t=', '')
