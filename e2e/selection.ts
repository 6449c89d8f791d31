/**
 * Lists the files that run by default: what everybody does every day, and of every part of the product its central path. The
 * other files go into the same parts further, and run with `WHOLE_BROWSER=1` and in the proof; the part that stands for them is named behind.
 */
export const central = [
  // Covers what is common to all pages: the sign-in, the frame, a day's journey, inputs, an import, the form engine.
  'entry', // sessionEnds, newTab
  'frame', // frameFacts, drafts, home, docs, manual, bytes, settings
  'journey', // routes, tables, tableFilters
  'walk', // walkAll, walkControls
  'inputs', // inputsChosen
  'import', // importSheet, studentImports, pictures
  'forms', // bill
  // Covers screen readers, on a sixth of the pages by the hash of their address; all with WHOLE=1.
  'access',
  'accessOpened', // accessWindows
  // Covers one of every part.
  'employees', // employeeChanges, employeeList, departments, groups, photos
  'figures',
  'students', // studentPhotos, duplicates, guardians, units, rollover, rolloverObstacles
  'meetings', // meetingNotices
  'messages', // channels, collections
  'visits', // visitCodes
  'rights', // personRights, enterprises, enterpriseTree, platform, schools
  'search', // searchActions
  'history', // historyOfRecords, erasure
  'grid', // gridBlocks, gridKept
  'activities', // activityPortal, resources, resourceClasses
  'viewer', // viewerMedia, hostile, upload, keptFile
]

/** Lists files that begin first, because the other worker would wait for them at the end; the longest at the beginning. */
export const longest = [
  'walkControls',
  'walkAll',
  'accessWindows',
  'access',
  'accessOpened',
  'activityPortal',
  'frame',
  'entry',
  'import',
  'journey',
  'gridKept',
  'bill',
]

// Matches the walks over all pages and what opens there, which are parts of the proof by themselves.
const walks = /\/(walk(All|Controls)|accessWindows)\.test/

/** Returns the files of a run; `asked` are the arguments of its command, of which those that name test files choose them. */
export function chosenFiles(asked: string[], all: string[]): string[] {
  const names = asked.filter((one) => !one.startsWith('-') && all.some((file) => file.includes(one.replace(/^\.\//, ''))))
  if (names.length > 0) return ['e2e/**/*.test.ts']
  const whole = all.filter((file) => file.endsWith('.test.ts') && !walks.test(file))
  // Leaves out what the proof runs in other parts, and what every run of all tests runs.
  const elsewhere = process.env.BROWSER_ELSEWHERE && [...process.env.BROWSER_ELSEWHERE.split(','), ...central]
  if (elsewhere) return whole.filter((file) => !elsewhere.includes(file.slice('e2e/'.length, -'.test.ts'.length)))
  if (process.env.WHOLE_BROWSER) return whole
  return central.map((name) => `e2e/${name}.test.ts`)
}
