/**
 * Names what it asks of its readers: nothing, that they confirm having read it, one of its choices, a signature, to fill in a form,
 * to decide about one, or to do something.
 */
export const MessageNeed = { none: '1', confirm: '2', choice: '3', sign: '4', form: '5', decide: '6', act: '7' } as const

/** Names each need in the words of what is missing, and of what was given. */
export const needWords: Record<string, { asked: string; given: string }> = {
  [MessageNeed.confirm]: { asked: '待确认', given: '已确认' },
  [MessageNeed.choice]: { asked: '待回执', given: '已回执' },
  [MessageNeed.sign]: { asked: '待签名', given: '已签名' },
  [MessageNeed.form]: { asked: '待填写', given: '已填写' },
  [MessageNeed.decide]: { asked: '待审批', given: '已审批' },
  [MessageNeed.act]: { asked: '待完成', given: '已完成' },
}

const ownPages = new Set<string>([MessageNeed.form, MessageNeed.decide, MessageNeed.act])

/** Tells whether what it asks for is given on a page of its own. */
export const hasOwnPage = (need: string) => ownPages.has(need)
