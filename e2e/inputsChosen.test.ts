import { expect, test } from 'vitest'
import { openInputs } from './inputs/page.ts'

const { visitor, field, section, sent, told, stumbles } = openInputs()

test('a dictionary and an address are searched by name and keep what is no longer offered', async () => {
  const { page } = visitor()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const nation = page.locator('.ant-select', { has: page.locator('#nation') })
  await nation.getByText('汉族').waitFor()
  await field('民族').click()
  await expect.poll(() => options.first().getAttribute('class')).toContain('ant-select-item-option-disabled')
  await field('民族').fill('蒙古')
  await expect.poll(() => options.allTextContents()).toEqual(['蒙古族'])
  await page.keyboard.press('Enter')
  await nation.getByText('蒙古族').waitFor()
  await field('民族').fill('汉族')
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByText('南明省（已不在目录里）').first().waitFor()
  await field('省').fill('福建')
  await page.keyboard.press('Enter')
  await expect.poll(sent).toMatchObject({ prvn: '福建省' })
  await field('市').fill('厦门')
  await expect.poll(() => options.first().textContent()).toContain('厦门市')
  await page.keyboard.press('Enter')
  await field('区县').fill('思明')
  await expect.poll(() => options.first().textContent()).toContain('思明区')
  await page.keyboard.press('Enter')
  await expect.poll(sent).toMatchObject({ prvn: '福建省', city: '厦门市', dstr: '思明区' })
  await field('乡镇').click()
  await expect.poll(() => options.count()).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await field('省').fill('朝阳区')
  await options.filter({ hasText: '北京市' }).first().click()
  await expect.poll(sent).toMatchObject({ prvn: '北京市', dstr: '朝阳区' })
})

const text = (name: string, content = '内容') => ({
  name,
  mimeType: name.endsWith('.svg') ? 'image/svg+xml' : 'text/plain',
  buffer: Buffer.from(content),
})

test('files are sent as soon as they are chosen, several at once; a form waits for them, and a failed one is tried again', async () => {
  const { page } = visitor()
  for (const [end, day] of [
    ['开始时间', '2026-01-10 08:00'],
    ['截止时间', '2026-01-12 18:00'],
  ] as const) {
    await page.getByRole('group', { name: '起止时间' }).getByLabel(end, { exact: true }).fill(day)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  const list = page.getByRole('list', { name: '附件' })
  const choose = (...files: ReturnType<typeof text>[]) => page.locator('.attachments input[type=file]').setInputFiles(files)
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route(/file\/upload\/upload/, async (route) => {
    await held
    await route.continue()
  })
  await choose(text('计划.txt'), text('程序.exe'), text('名单.txt'))
  await visitor().told('“程序.exe”的类型不支持，请选 pdf、txt、ppt、pptx、doc、docx、xls、xlsx、mp4')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByLabel('计划.txt的上传进度').waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('附件正在上传，请稍后再试').waitFor()
  go()
  const states = async () => ((await sent()).files as { success: number }[]).map(({ success }) => success)
  await expect.poll(states).toEqual([2, 2])
  await page.unroute(/file\/upload\/upload/)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await visitor().told('保存成功')

  await page.route(/file\/upload\/upload/, (route) =>
    route.fulfill({ json: { code: 40002, message: '文件已损坏或不是所标的类型', result: null } }),
  )
  await choose(text('总结.txt'))
  await list.getByText('没有传上去：文件已损坏或不是所标的类型').waitFor()
  expect(await states()).toEqual([2, 2, -1])
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('“总结.txt”没有传上去，请重试或移除').waitFor()
  await page.unroute(/file\/upload\/upload/)
  await list.getByRole('button', { name: '重试总结.txt' }).click()
  await expect.poll(states).toEqual([2, 2, 2])
  await list.getByRole('button', { name: '移除计划.txt' }).click()
  await expect.poll(states).toEqual([2, 2])
})

test('a picture is cut by keys, seen, replaced and taken away; a wide logo fits as a whole', async () => {
  const { page } = visitor()
  const choose = (label: string, name: string, content: string) =>
    section(label).locator('input[type=file]').setInputFiles(text(name, content))
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="200"><rect width="400" height="200" fill="#f00"/></svg>'
  await choose('头像', '说明.txt', '字')
  await visitor().told('“说明.txt”不是图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  await choose('头像', '坏的.png', '字')
  await visitor().told('这个文件不是能打开的图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  await choose('头像', '头像.svg', wide)
  const dialog = page.getByRole('dialog', { name: '裁剪头像' })
  await dialog.getByRole('slider', { name: '缩放' }).press('ArrowRight')
  await dialog.getByRole('application').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: '裁剪' }).click()
  // Checks that nothing red is in the frame: the right half has no colour, moved so far to the left.
  const colour = (label: string, x: number, y: number) =>
    section(label)
      .getByRole('img')
      .evaluate(
        (image: HTMLImageElement, [x, y]) => {
          const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')
          context?.drawImage(image, 0, 0)
          return [image.naturalWidth, ...(context?.getImageData(x, y, 1, 1).data ?? [])]
        },
        [x, y] as const,
      )
  await expect.poll(() => colour('头像', 20, 100)).toEqual([200, 0, 0, 0, 0])
  expect(await told('头像')).toMatch(/^头像\.png \d+$/)
  await section('头像').getByRole('button', { name: '换头像' }).waitFor()
  await section('头像').getByRole('button', { name: '去掉头像' }).click()
  await expect.poll(() => told('头像')).toBe('null')

  await choose('标志', '标志.svg', wide)
  const logo = page.getByRole('dialog', { name: '裁剪标志' })
  await logo.getByRole('button', { name: '裁剪' }).click()
  await expect.poll(() => colour('标志', 10, 50)).toEqual([100, 255, 0, 0, 255])
  expect(await colour('标志', 10, 10)).toEqual([100, 0, 0, 0, 0])
})

test('people are picked by keys: arrows walk, Enter adds, Backspace takes back; a tree narrows, and one alone closes at once', async () => {
  const { page } = visitor()
  await page.getByRole('button', { name: '选几个员工' }).click()
  const picker = page.getByRole('dialog', { name: '选择员工' })
  const word = picker.getByLabel('姓名、拼音、工号或手机后四位')
  const chosen = picker.getByRole('region', { name: '已选' })
  await word.fill('1001')
  // Presses it before the answer is there: it is for what was asked.
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 1 人').waitFor()
  await page.keyboard.type('1002')
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 2 人').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => picker.locator('.table-row').count()).toBeGreaterThan(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 3 人').waitFor()
  await page.keyboard.press('Backspace')
  await chosen.getByText('已选 2 人').waitFor()
  expect(await stumbles('.ant-modal')).toEqual([])
  await chosen.getByRole('button', { name: /^移除/ }).first().press('Delete')
  await chosen.getByText('已选 1 人').waitFor()
  await picker.getByLabel('在树中查找').fill('财务')
  await picker.getByRole('treeitem', { name: '财务室' }).click()
  await picker.getByRole('checkbox', { name: /^全选 \d+ 人$/ }).check()
  await chosen.getByText(/^已选 [4-9] 人$/).waitFor()
  await chosen.getByRole('button', { name: '清空' }).click()
  await chosen.getByText('已选 0 人').waitFor()
  await picker.locator('.table-row').first().click()
  await picker.getByRole('button', { name: '选择 1 人' }).click()
  await expect.poll(() => told('员工')).toMatch(/^\["[^"]+"\]$/)

  await page.getByRole('button', { name: '选一个员工' }).click()
  await word.fill('艾力')
  await page.keyboard.press('Enter')
  await expect.poll(() => picker.count()).toBe(0)
  expect(await told('员工')).toContain('艾力')
})

test('departments are found by initials and several are chosen', async () => {
  const { page } = visitor()
  const input = section('部门').getByLabel('选择部门')
  for (const [word, name] of [
    ['xxzx', '信息中心'],
    ['cws', '财务室'],
  ] as const) {
    await input.fill(word)
    await page.locator('.ant-select-tree').getByText(name, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
  expect(JSON.parse((await told('部门')) ?? '')).toHaveLength(2)
})

test('two sides begin halved, are moved by mouse and keys, stay 40 pixels from the edges, and stay so', async () => {
  const { page } = visitor()
  const bar = section('分栏').getByRole('separator')
  const now = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuemax'))).toBeGreaterThan(1000)
  const most = Number(await bar.getAttribute('aria-valuemax'))
  expect(await now()).toBe(Math.round((most + 40) / 2))
  await bar.press('ArrowRight')
  expect(await now()).toBe(Math.round((most + 40) / 2) + 16)
  await bar.press('End')
  expect(await now()).toBe(most)
  const box = await bar.boundingBox()
  if (!box) throw new Error('the divider is not there')
  await page.mouse.move(box.x + 16, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(300, box.y + 5, { steps: 4 })
  await page.mouse.up()
  const left = await section('分栏')
    .locator('.split-side')
    .evaluate((side) => side.clientWidth)
  expect(Math.abs((await now()) - left)).toBeLessThan(2)
  expect(left).toBeLessThan(320)
  await page.mouse.move(300, box.y + 5)
  await bar.dblclick()
  expect(await now()).toBe(Math.round((most + 40) / 2))
  const kept = page.waitForRequest(/user\/prefer\/set/)
  await bar.press('Home')
  expect(await now()).toBe(40)
  await (await kept).response()
  await page.reload()
  await expect.poll(now).toBe(40)
  visitor().calm()
})
