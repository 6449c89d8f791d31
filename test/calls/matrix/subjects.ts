import { asOwner, makePerson, makeSchool, type Person, type School, type TestServer } from '../../support/harness.ts'
import { makeOperator, type SeededSchool, seedSchool } from '../../support/seedSchool.ts'
import type { Column } from './expected.ts'

/** Describes somebody of the matrix: their name, their column of the table, their enterprise. */
export type Subject = { name: string; column: Column | 'nobody' | 'narrow'; person: Person; home: SeededSchool }

export type World = {
  server: TestServer
  /** Maps an enterprise of every identity with a row of everything, and a school beside them all. */
  homes: Record<'operator' | 'part' | 'bureau' | 'school' | 'company' | 'agent' | 'merchant', SeededSchool>
  beside: SeededSchool
  /** Maps an enterprise below the home of each who has one. */
  below: Partial<Record<Column, string>>
  subjects: Subject[]
  ended: { name: string; token: string | undefined }[]
  /** Names a colleague of the narrow subject’s home in a department beyond their reach, and that department. */
  far: { empNo: string; orgNo: string }
}

/** Makes everybody whom the matrix asks, each in a world of their own kind. */
export async function makeWorld(server: TestServer): Promise<World> {
  const operator = await makeOperator(server)
  const root = await seedSchool(server, { idntNo: '030', caller: operator })
  const bureau = await seedSchool(server, { idntNo: '020' })
  const school = await seedSchool(server, { prtNo: bureau.entNo })
  const part = await seedSchool(server, { idntNo: '060' })
  const homes = {
    // Gives the operators a school: the platform itself is not seeded.
    operator: root,
    part,
    bureau,
    school,
    company: await seedSchool(server, { idntNo: '010' }),
    agent: await seedSchool(server, { idntNo: '040' }),
    merchant: await seedSchool(server, { idntNo: '050' }),
  }
  const below = {
    operator: school.entNo,
    bureau: school.entNo,
    part: (await makeSchool(server, { prtNo: part.entNo })).entNo,
    agent: (await makeSchool(server, { prtNo: homes.agent.entNo })).entNo,
    company: (await makeSchool(server, { prtNo: homes.company.entNo, idntNo: '010' })).entNo,
  }
  const of = (home: SeededSchool, roles: string[], idntNo: string) => makePerson(home, { roles, idntNo })
  const [grade, teacher] = [await of(school, ['P030GRADE'], '030'), await of(school, ['P030CLASS'], '030')]
  await holdUnit(school, grade, 'P030GRADE')
  await holdUnit(school, teacher, 'P030CLASS')
  const narrow = await makePerson(school)
  const far = await limit(school, narrow)
  const subjects: Subject[] = [
    { name: '平台运营员', column: 'operator', person: operator, home: root },
    { name: '分平台管理员', column: 'part', person: await of(part, ['P060ADMIN'], '060'), home: part },
    { name: '教育局管理员', column: 'bureau', person: bureau.admin, home: bureau },
    { name: '学校管理员', column: 'school', person: school.admin, home: school },
    { name: '年级组长', column: 'grade', person: grade, home: school },
    { name: '班主任', column: 'class', person: teacher, home: school },
    { name: '教职员工', column: 'staff', person: await of(school, ['P030STAFF'], '030'), home: school },
    { name: '企业管理员', column: 'company', person: homes.company.admin, home: homes.company },
    { name: '企业员工', column: 'companyStaff', person: await of(homes.company, ['P010STAFF'], '010'), home: homes.company },
    { name: '代理商管理员', column: 'agent', person: homes.agent.admin, home: homes.agent },
    { name: '商户管理员', column: 'merchant', person: homes.merchant.admin, home: homes.merchant },
    { name: '没有权限的同事', column: 'nobody', person: await makePerson(school), home: school },
    { name: '只管一个部门的秘书', column: 'narrow', person: narrow, home: school },
  ]
  return { server, homes, beside: await seedSchool(server), below, subjects, ended: await endedOf(server, school), far }
}

/** Gives somebody the seeded class through a role of units. */
async function holdUnit({ entNo, known, server }: SeededSchool, { empNo }: Person, roleNo: string) {
  const held = { entNo, empNo, roleNo, dataVal: String(known.unitNo?.[0]), dataType: 'unit' }
  await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
}

/** Limits every right over people to one department; returns a colleague in another one, and that one. */
async function limit(school: SeededSchool, { empNo }: Person) {
  const { entNo, orgNo, server } = school
  const [roleNo, farNo] = [`N-${empNo}`, `O-${empNo}`]
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('org').values({ entNo, orgNo: farNo, orgName: '远处' }).execute()
    await db.insertInto('role').values({ entNo, roleNo, roleName: '部门秘书', roleItem: '3' }).execute()
    for (const mdlCode of ['org', 'emp', 'empgrp', 'photo'])
      for (let i = 1; i <= 11; i++)
        await db
          .insertInto('rolepwr')
          .values({ entNo, roleNo, mdlCode, pwrNo: String(i).padStart(6, '0') })
          .execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: orgNo, dataType: 'org' }).execute()
  })
  const colleague = await makePerson({ ...school, orgNo: farNo })
  return { empNo: colleague.empNo, orgNo: farNo }
}

/** Makes tokens with which nobody is let in any more. */
async function endedOf(server: TestServer, school: School): Promise<World['ended']> {
  const [expired, left, disabled] = [await makePerson(school), await makePerson(school), await makePerson(school)]
  await server.owner.query('update session set end_tm = now() where user_no = $1', [expired.userNo])
  await server.owner.query('delete from session where user_no = $1', [left.userNo])
  await server.owner.query(`update account set stt = '2' where user_no = $1`, [disabled.userNo])
  return [
    { name: '没有登录', token: undefined },
    { name: '登录已超时', token: expired.client.token },
    { name: '已退出', token: left.client.token },
    { name: '账号已停用', token: disabled.client.token },
  ]
}
