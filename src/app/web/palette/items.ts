import type { hitKinds } from '#contract/shell/search.contract.ts'

export type GroupName = 'recent' | 'page' | 'action' | 'setting' | 'phrase' | Exclude<(typeof hitKinds)[number], 'cfg'>

/** Describes a search result: an address of this page, or an action. */
export type SearchItem = {
  key: string
  group: GroupName
  title: string
  /** Holds the line that tells it apart. */
  note: string
  tel?: string | null
  stt?: string | null
} & ({ to: string } | { act: () => void })

/** Describes a result that needs no server, with the words it is found by. */
export type SearchCandidate = SearchItem & {
  path: string
  query: string
  pinyin: string
  /** Tells whether it is offered before anything is typed. */
  isFrequent?: boolean
}

export const groupTitles: Record<GroupName, string> = {
  recent: '最近打开',
  phrase: '按条件',
  page: '页面',
  action: '操作',
  setting: '设置',
  stu: '学生',
  ptr: '家长',
  emp: '员工',
  unit: '班级与年级',
  org: '部门',
  mtg: '会议',
  act: '活动',
  res: '资源',
  ent: '企业',
}

/** Names the dictionary of the states of each kind. */
export const stateTypes: Partial<Record<GroupName, string>> = {
  stu: 'STU_STT',
  ptr: 'STT',
  emp: 'STT',
  unit: 'STT',
  org: 'STT',
  mtg: 'MTG_STT',
  act: 'ACT_STT',
  ent: 'ENT_STT',
}
