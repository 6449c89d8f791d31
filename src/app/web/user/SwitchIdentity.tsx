import { useMutation } from '@tanstack/react-query'
import { Avatar } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import type { IdentityCard } from '#contract/sessionUser.ts'
import { user } from '#contract/shell/user.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useMe } from '#web/api/me.tsx'
import { send } from '#web/api/send.ts'
import { changeIdentity } from '#web/api/session.ts'
import { toast } from '#web/feedback/toast.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import './switchIdentity.css'

type Card = z.output<typeof IdentityCard>

const keyOf = ({ idntNo, entNo, idntVal }: Pick<Card, 'idntNo' | 'entNo' | 'idntVal'>) => `${idntNo}/${entNo}/${idntVal}`

/** Draws the identities of the user as cards; a chosen one is entered through its platform's own entry page. */
export default function SwitchIdentity({ cards, onClose }: { cards: Card[]; onClose: () => void }) {
  const me = useMe()
  const [chosen, setChosen] = useState<Card>()
  const change = useMutation({
    mutationFn: ({ idntVal, idntNo, entNo }: Card) => send(user.switch, { idntVal, idntNo, entNo }),
    onSuccess: ({ result: { accessToken, tokenId, url } }, card) => {
      changeIdentity({ token: accessToken, tokenId }, card)
      location.assign(url)
    },
    onError: (error) => toast.error(error.message),
  })
  const isOnly = cards.every((card) => keyOf(card) === keyOf(me))
  const submit = () => (chosen ? change.mutate(chosen) : toast.error('请选择要切换的身份'))
  return (
    <AppModal
      open
      title="切换身份"
      width={720}
      okText="切换"
      cancelText="取消"
      confirmLoading={change.isPending || change.isSuccess}
      onOk={submit}
      onCancel={onClose}
      {...(isOnly && { footer: null })}
    >
      {isOnly && <p className="grey">你只有这一种身份，没有别的可以切换。</p>}
      <Cards cards={cards} own={keyOf(me)} chosen={chosen} onChoose={setChosen} onEnter={submit} />
    </AppModal>
  )
}

type Props = { cards: Card[]; own: string; chosen: Card | undefined; onChoose: (card: Card) => void; onEnter: () => void }

// Shows the current identity, which cannot be chosen; arrows move over the others.
function Cards({ cards, own, chosen, onChoose, onEnter }: Props) {
  const across = useNarrow() ? 1 : 3
  const list = useRef<HTMLDivElement>(null)
  const others = cards.filter((card) => keyOf(card) !== own)
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return onEnter()
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const at = cards.findIndex((card) => card === chosen)
    let next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : at + step
    // Skips the current identity, and goes from the end of a row on to the next one.
    while (cards[next] && keyOf(cards[next] as Card) === own) next += Math.sign(step)
    const card = cards[next]
    if (!card) return
    onChoose(card)
    list.current?.querySelectorAll<HTMLElement>('.identity')[next]?.focus()
  }
  const reached = chosen ?? others[0]
  // Moves the focus after the window has taken it, which passes it on to fields only.
  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.identity:not(:disabled)')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={list} className="identities" role="radiogroup" aria-label="身份" onKeyDown={onKeyDown}>
      {cards.map((card) => {
        const current = keyOf(card) === own
        return (
          <button
            key={keyOf(card)}
            type="button"
            role="radio"
            className="identity"
            aria-checked={card === chosen}
            disabled={current}
            tabIndex={card === reached ? 0 : -1}
            onClick={() => onChoose(card)}
            onDoubleClick={onEnter}
          >
            <Avatar size={40} src={card.cardPht ?? undefined} alt="">
              {card.idntValName.slice(0, 1)}
            </Avatar>
            <span className="identity-text">
              <strong>{card.idntValName}</strong>
              <span>
                {card.idntName}
                {current && '（当前）'}
              </span>
              <span>{card.entName}</span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
