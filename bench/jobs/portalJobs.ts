import sharp from 'sharp'
import { WorkKind } from '#domain/activities/activities.contract.ts'
import type { Hands } from './hands.ts'
import type { Job } from './job.ts'

/** Prepares the jobs below: works of either kind are collected now, and the head teacher enrolled one child there. */
export const worksOfTeacher = `
  with open as (update act set wrk_s_dt = now() - interval '1 day', wrk_types = '${WorkKind.either}'
      where ent_no = $1 and wrk_flag = '1' and wrk_e_dt > now() returning act_no)
  update reg set by_user_no = (select user_no from account where name = 'teacher')
  where ent_no = $1 and reg_no = (select min(r.reg_no) from reg r join open using (act_no) where r.ent_no = $1)`

const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const
const photo = () =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#778899', noise } })
    .jpeg()
    .toBuffer()
// Builds the head of a video, and as many bytes as some seconds of one.
const film = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(12 * 2 ** 20, 7),
])

type Chosen = { name: string; mimeType: string; buffer: Buffer }

/** Chooses files, agrees that they are shown, and hands them in. */
async function handIn(hands: Hands, button: string, files: Chosen[]) {
  const { page } = hands
  await hands.chooseFiles(page.getByText(button), files)
  await hands.click(page.getByLabel('作者或家长同意在活动里展示这个作品'))
  await page.getByText(`已上传 ${files.length} / ${files.length}`).waitFor()
  await hands.click(page.getByRole('button', { name: '提交' }))
  await page.getByRole('heading', { name: '已提交，等待审核' }).waitFor()
}

/** Lists the jobs in the portals. */
export const portalJobs: Job[] = [
  {
    name: '用手机交一张照片和一个视频',
    aim: 60,
    user: 'teacher',
    async walk(hands) {
      const { page } = hands
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(new URL('/vam/prtl/myreg', page.url()).href)
      await hands.click(page.getByRole('link', { name: '上传作品' }).first())
      await handIn(hands, '拍照或选图片', [{ name: '现场.jpg', mimeType: 'image/jpeg', buffer: await photo() }])
      await hands.click(page.getByRole('button', { name: '再交一个' }))
      await handIn(hands, '拍摄或选视频', [{ name: '比赛.mp4', mimeType: 'video/mp4', buffer: film }])
    },
  },
]
