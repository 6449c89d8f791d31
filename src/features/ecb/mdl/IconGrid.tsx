import { modules } from '#contract/modules.ts'
import { furtherIcons, type Icon } from '#web/theme/furtherIcons.tsx'
import { icons } from '#web/theme/icons.tsx'

type Props = { word: string; value: string | null; onChoose: (name: string) => void }

// Calls a built-in icon by the modules that have it.
const wordsOf = (icon: string) => modules.flatMap((module) => (module.icon === icon ? module.name : [])).join(' ') || '内置'

const all: { name: string; icon: Icon; words: string }[] = [
  ...Object.entries(furtherIcons).map(([name, one]) => ({ name, ...one })),
  ...Object.entries(icons).flatMap(([name, icon]) => (name in furtherIcons ? [] : { name, icon, words: wordsOf(name) })),
]

/** Draws the icons that a word finds. */
export default function IconGrid({ word, value, onChoose }: Props) {
  const found = all.filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(word))
  if (found.length === 0) return <div className="empty">没有找到“{word}”</div>
  return (
    <div className="icon-grid">
      {found.map(({ name, icon: One, words }) => (
        <button
          key={name}
          type="button"
          className="icon-choice"
          aria-pressed={name === value}
          aria-label={words}
          title={words}
          onClick={() => onChoose(name)}
        >
          <One />
        </button>
      ))}
    </div>
  )
}
