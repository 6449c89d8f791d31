/**
 * Holds what the page may cost, once for the tests and the measurements: kilobytes (1,024 bytes) of gzipped JavaScript, and shares of
 * the window that may jump. What is more fails; what is told in milliseconds, and Lighthouse's points, are aims that are printed.
 */
export const scriptBudgets = {
  signIn: 150,
  /** Is the first page after signing in. */
  home: 260,
  /** Is every other page, in the largest of its states that an address can name. */
  screen: 375,
  list: 360,
  /** Is what somebody without an account opens on a phone, of which React is 66; it is 2 more than aimed at, 1 of them for conditions that look anywhere and pages. */
  onPhone: 82,
}

/** Limits all styles of ours together, gzipped, in kilobytes: they are that of the base, the frame and each component once. */
export const styleBudget = 36

/** Sets what may jump of a page while it comes, as Lighthouse counts it. */
export const shiftBudget = 0.02

/** Sets what fails Lighthouse's points: so many fewer than aimed at, for the machine is noisy. */
export const pointsBelowAim = 4

/** Sets the milliseconds of CPU by which the tasks of a page on the desktop may exceed 50 ms each, in sum, after its first paint. */
export const blockingCpuBudget = 30

/** Lists the aims of Lighthouse's points and of its blocking time in milliseconds. */
export const lighthouseAims = {
  desktop: { signIn: 100, home: 100, list: 98, blocking: 50 },
  phone: { signIn: 95, home: 88, list: 90, blocking: 300 },
}

/** Lists the aims in milliseconds of what a click or a key takes until it is seen, at a quarter of the machine's speed. */
export const interactionAims = {
  '打开列表（页签）': 150,
  全选一页: 150,
  '第 2 页': 200,
  打开抽屉: 250,
  关上抽屉: 250,
  打开行菜单: 150,
  搜索框里一个字母: 60,
}

/** Lists the aims in milliseconds until the first row of a list is seen, at full speed. */
export const firstRowAims = { '输入地址，文件已在浏览器里': 800, 回到已经打开的页签: 100 }
