import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, resource } from '#contract/call.ts'
import { keyWord } from '#contract/fields.ts'
import { Enterprise, EnterpriseNode } from '#features/ecb/ent/ent.contract.ts'

const may = permissions('ownent')
const managed = { place: 'managed' } as const

const Brief = Enterprise.pick({ entNo: true, prtNo: true, idntNo: true, stt: true }).extend({
  entName: Enterprise.shape.entName,
})

/** Describes the enterprise above, with its contact. */
const Parent = Brief.extend({ linkMan: Enterprise.shape.linkMan, linkTel: Enterprise.shape.linkTel })

/** Defines the calls for the caller's own place among the enterprises (docs/spec/enterprises.md#tree). */
export const ownEnt = resource('/ent/ent', {
  getparent: get(may.view, z.object({}), Parent.nullable(), managed),
  getsubset: get(may.view, z.object({}), z.array(EnterpriseNode), managed),
  getlist: get(may.view, z.object({ keyWord }), z.array(Brief), managed),
})
