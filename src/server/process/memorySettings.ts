import { totalmem } from 'node:os'

const mebibyte = 2 ** 20

/** Returns how many MiB of memory this process and those it starts may use: those of the machine, or of the container. */
export function usableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Takes the machine's where no limit is set, for which some systems tell 0 and others more than there is.
  return Math.floor((constrained > 0 ? Math.min(constrained, total) : total) / mebibyte)
}

/** Returns the settings of the embedded PostgreSQL for a machine with so many MiB of memory. */
export function memorySettings(memory: number): Record<string, string> {
  // Leaves the first GiB to the system, the server and its process for workbooks, which a small machine has to hold as well.
  const own = Math.max(0, memory - 1024)
  return {
    shared_buffers: megabytes(within(own / 4, 128, 4096)),
    // Allocates nothing: tells the planner how much of the data the system keeps in memory besides.
    effective_cache_size: megabytes(within(own / 2, 256, 65_536)),
    // Counts for each sort and hash of a statement, so it grows more slowly than the rest.
    work_mem: megabytes(memory < 3 * 1024 ? 4 : memory < 15 * 1024 ? 8 : 16),
    maintenance_work_mem: megabytes(within(own / 32, 64, 512)),
    // Spreads checkpoints, of which each writes pages whole into the log; small disks keep the smaller log.
    max_wal_size: megabytes(memory < 7 * 1024 ? 1024 : 2048),
    checkpoint_timeout: '15min',
  }
}

const within = (wanted: number, least: number, most: number) => Math.floor(Math.min(most, Math.max(least, wanted)))
const megabytes = (count: number) => `${count}MB`
