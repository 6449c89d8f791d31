/** Measures the CPU milliseconds of some work in this thread: the best of several tries, for the machine is not alone. */
export function cpuOf(work: () => unknown, tries = 3): number {
  const times = Array.from({ length: tries }, () => {
    const since = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
