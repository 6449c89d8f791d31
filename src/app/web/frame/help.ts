/** Maps each page of the manual to the sections it holds; a section is named as its module, page of the frame or portal. */
export const helpPages: Record<string, readonly string[]> = {
  interface: ['dashboard', 'look'],
  students: ['edcunit', 'stu', 'stuarch', 'ptr', 'stuptr', 'ptrarch', 'duplicate', 'datacheck'],
  rollover: ['rollover'],
  staff: ['org', 'emp', 'emparch', 'empgrp', 'photo'],
  rights: ['role', 'emppwr', 'empdatapwr', 'reason', 'ownmdl'],
  office: ['mtg', 'vst', 'bill'],
  activities: ['act', 'actportal', 'reg', 'wrk', 'res', 'resportal', 'rescls'],
  enterprise: ['ent', 'ownent', 'scharch', 'edcarch', 'entact', 'payitem', 'entcfg', 'entinfo', 'entmdl'],
  catalogue: ['idnt', 'mdl', 'pwr', 'pbcrole', 'pbccfg', 'info', 'codegnrt', 'billtype', 'admnarea'],
  records: ['history', 'imp', 'userlgn', 'session', 'user'],
}

/** Returns the address of the manual's section about a screen; its index where there is none. */
export function helpFor(section: string | undefined): string {
  const page = Object.keys(helpPages).find((name) => section !== undefined && helpPages[name]?.includes(section))
  return page ? `/manual/${page}.html#${section}` : '/manual/'
}
