import * as z from 'zod'
import { get, resource } from '../call.ts'
import { flag, keyWord, text } from '../fields.ts'

// Lets everybody read areas in any enterprise, for addresses.
const nobodys = { place: 'caller' } as const

/** Names the levels, from the first. */
export const levelNames = ['省', '市', '区县', '乡镇'] as const

/** Describes a province, city, district or town (docs/spec/dictionaries.md#areas); `endFlag` 1: nothing is below it. */
export const Area = z.object({
  areaCode: z.string().meta({ title: '代码' }),
  areaName: z.string().meta({ title: '名称' }),
  lvl: z.int().meta({ title: '级别' }),
  endFlag: flag.meta({ title: '末级' }),
})

export type AreaNode = z.output<typeof Area> & { items: AreaNode[] }
export const AreaNode: z.ZodType<AreaNode> = z.lazy(() => Area.extend({ items: z.array(AreaNode) }))

/** Describes a hit of a search, with the names from its province down to itself. */
export const AreaHit = Area.extend({ path: z.array(z.string()).meta({ title: '所在地' }) })

const count = z.int()
const AreaSource = z.object({
  verNo: z.string().meta({ title: '版本' }),
  source: z.string().meta({ title: '来源' }),
  cnts: z.object({ prvn: count, city: count, dstr: count, town: count }),
})

const name = text(30)
const prvnName = name.meta({ title: '省' })
const cityName = name.meta({ title: '市' })
const dstrName = name.meta({ title: '区县' })

/** Defines an address down to the town, by names: what archives hold and `AreaField` fills in. */
export const areaNames = {
  prvn: prvnName.nullish(),
  city: cityName.nullish(),
  dstr: dstrName.nullish(),
  chdDstr: name.nullish().meta({ title: '乡镇' }),
}

/** Describes the native place of a family by names. */
export const nativeNames = {
  npPrvn: areaNames.prvn.meta({ title: '籍贯省' }),
  npCity: areaNames.city.meta({ title: '籍贯市' }),
}

/** Sets the deepest level that is answered without a branch. */
export const deepestWhole = 3

/**
 * Defines the calls for administrative areas, found by their names: no two below the same one share a name
 * (docs/spec/dictionaries.md#areas).
 */
export const admnarea = resource('/common/admnarea', {
  getprvn: get('session', z.object({}), z.array(Area), nobodys),
  getcity: get('session', z.object({ prvnName }), z.array(Area), nobodys),
  getdstr: get('session', z.object({ prvnName, cityName }), z.array(Area), nobodys),
  gettown: get('session', z.object({ prvnName, cityName, dstrName }), z.array(Area), nobodys),
  get: get(
    'session',
    z.object({
      level: z.int().min(1).max(4).default(deepestWhole).meta({ title: '级别' }),
      /** Limits the areas to those below this one. */
      prtCode: z
        .string()
        .regex(/^\d{2,9}$/, { error: '应为 2 到 9 位数字' })
        .optional()
        .meta({ title: '上级代码' }),
    }),
    z.array(AreaNode),
    nobodys,
  ),
  /** Finds at most 100 areas, by name or code. */
  getlist: get('session', z.object({ keyWord }), z.array(AreaHit), nobodys),
  getsource: get('session', z.object({}), AreaSource, nobodys),
})
