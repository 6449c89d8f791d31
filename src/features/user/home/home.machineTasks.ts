import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readPause } from '#server/database/outwardWatch.ts'
import { readClock } from '#server/database/clockWatch.ts'
import { mayCall, readOwn } from './home.read.ts'
import { taskIfAny } from './home.task.ts'

/** Tells whether the caller answers for the machine: an operator of the platform itself. */
const isOperator = (context: Context) => mayCall(context, pbccfg.believeclock) && context.me.entNo === context.services.rootNo

/** Asks whether the time of the machine is right, where it jumped. */
export async function clockJumped(context: Context) {
  if (!isOperator(context)) return undefined
  const { agrees, goodTm, nowTm } = await readOwn(context, readClock)
  const text = `机器的时间现在是 ${minuteOf(nowTm)}，服务上次运行到 ${minuteOf(goodTm)}，相差太多。请核对机器的时间；确认之前，到期的来访、草稿等都先不清理`
  return taskIfAny('clock', agrees ? 0 : 1, text, '/ecb/pbccfg')
}

/** Tells that nothing leaves, since the database was restored, copied or moved. */
export async function nothingLeaves(context: Context) {
  if (!isOperator(context)) return undefined
  const pause = await readOwn(context, readPause)
  const text = `${pause ? `${minuteOf(pause.pauseTm)} 起` : ''}消息不对外发送：${pause?.pauseWhy}。请确认原来的那一套已经停用，再放行`
  return taskIfAny('outward', pause ? 1 : 0, text, '/ecb/pbccfg')
}

/** Tells that the disk is full or nearly. */
export async function diskShort(context: Context) {
  if (!isOperator(context)) return undefined
  const { state, free, total } = context.services.files.space()
  if (state === 'ok') return undefined
  const room = `还剩 ${sizeOf(free)}，共 ${sizeOf(total)}`
  const text =
    state === 'full'
      ? `服务器的磁盘满了（${room}），大家只能登录和查看，不能保存。请马上腾出空间`
      : `服务器的磁盘快满了（${room}），满了以后不能保存。请腾出空间`
  return taskIfAny('disk', 1, text, '/manual/operation.html#disk')
}

const sizeOf = (bytes: number) => {
  const megabytes = bytes / 2 ** 20
  return megabytes < 1024 ? `${Math.floor(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}

/** Formats 20261121090500 as 2026-11-21 09:05. */
const minuteOf = (time: string) =>
  `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)} ${time.slice(8, 10)}:${time.slice(10, 12)}`
