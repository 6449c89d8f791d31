import { expect, test } from 'vitest'
import { onFirstToast, showToasts, type Toast, toast } from '#web/feedback/toast.ts'

test('successes stay two seconds, errors five; what is said before the notices are there is shown when they are', () => {
  const shown: Toast[] = []
  let asked = 0
  onFirstToast(() => asked++)
  toast.success('保存成功')
  expect([asked, shown.length]).toEqual([1, 0])
  showToasts((one) => shown.push(one))
  toast.error('Error')
  expect(shown).toEqual([
    { kind: 'success', text: '保存成功', seconds: 2 },
    { kind: 'error', text: 'Error', seconds: 5 },
  ])
})
