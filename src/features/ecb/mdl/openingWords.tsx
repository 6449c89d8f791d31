import { linkOf } from '#web/page/links.ts'

/** Says in words how a module opens. */
export function openingWords(module: Parameters<typeof linkOf>[0]): string {
  const link = linkOf(module)
  if (!('to' in link)) return '点它打开新窗口。'
  return link.to.startsWith('/iframe') ? '点它打开一个页签，对方的网站显示在里面。' : '点它打开本系统的这一页。'
}
