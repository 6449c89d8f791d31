import { keepCaptcha, slidesHome } from '#server/auth/captcha.ts'
import { drawText, newText } from '#server/auth/captchaImage.ts'
import { drawSlide, newPlace, slideSize } from '#server/auth/captchaSlide.ts'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { captcha } from '#contract/shell/captcha.contract.ts'

export const captchaHandlers = serve(captcha, {
  async getcode(_, { inOwnTransaction, origin: { address } }) {
    const answer = newText()
    const codeId = await inOwnTransaction((db) => keepCaptcha(db, { kind: 'image', answer, address }))
    return { codeId, image: await drawText(answer) }
  },

  async getslide(_, { inOwnTransaction, origin: { address } }) {
    const place = newPlace()
    const codeId = await inOwnTransaction((db) => keepCaptcha(db, { kind: 'slide', place, address }))
    return { codeId, ...(await drawSlide(place)), ...slideSize }
  },

  async checkslide({ codeId, x, track }, { inOwnTransaction, origin: { address } }) {
    // Commits before it refuses, since a wrong slide uses its challenge up.
    if (!(await inOwnTransaction((db) => slidesHome(db, codeId, { x, track, address }))))
      throw new Fault('wrongCode', '没有拼对，请再试一次')
    return { codeToken: await inOwnTransaction((db) => keepCaptcha(db, { kind: 'token', address })) }
  },
})
