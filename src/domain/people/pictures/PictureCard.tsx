import { Button } from 'antd'
import type { PictureRow } from '../pictures.contract.ts'
import type { Somebody } from '../pictures.contract.ts'
import './pictures.css'

/** Names the outcome of a file, with its tone. */
export const pictureOutcomes: Record<PictureRow['act'], { name: string; tone: string }> = {
  add: { name: '新增', tone: 'ok' },
  upd: { name: '替换', tone: 'run' },
  many: { name: '多张', tone: 'wait' },
  none: { name: '未匹配', tone: 'bad' },
  bad: { name: '不能用', tone: 'bad' },
  same: { name: '相同', tone: 'off' },
  out: { name: '已排除', tone: 'off' },
}

type Props = { row: PictureRow; somebody: Somebody; noun: string; busy: boolean; onUse: (use: '0' | '1') => void }

/** Draws a file of the ZIP: the photo beside the one in use, its owner, and its outcome. */
export function PictureCard({ row, somebody, noun, busy, onUse }: Props) {
  const { name: file, folder, act, url, oldUrl, msg, wrns } = row
  const { no, name, ownNo, place } = somebody
  const who = name ?? file
  return (
    <article className={act === 'out' ? 'photo-card photo-out' : 'photo-card'}>
      <div className="spread">
        <span className="card-name">
          <strong>{name ?? `没有找到${noun}`}</strong>
          <span className="grey">{[place, ownNo ?? no].filter(Boolean).join(' ')}</span>
        </span>
        <span className={`tag ${pictureOutcomes[act].tone}`}>{pictureOutcomes[act].name}</span>
      </div>
      <div className="photos">
        {name && (
          <figure>
            {oldUrl ? <img src={oldUrl} alt={`${who}现用的照片`} loading="lazy" /> : <div className="photo-empty">还没有</div>}
            <figcaption className="grey">现用</figcaption>
          </figure>
        )}
        <figure>
          {url ? <img src={url} alt={`${who}新的照片`} loading="lazy" /> : <div className="photo-empty">没有图片</div>}
          <figcaption className="grey">新照片</figcaption>
        </figure>
      </div>
      <ul className="photo-checks">
        <li className="grey">{folder ? `${folder}/${file}` : file}</li>
        {msg && <li className={pictureOutcomes[act].tone === 'bad' ? 'bad-text' : 'grey'}>{msg}</li>}
        {wrns.map((remark) => (
          <li key={remark} className="remark-text">
            {remark}
          </li>
        ))}
      </ul>
      {url && name && (
        <div className="row-actions">
          {act === 'many' || act === 'out' ? (
            <Button disabled={busy} onClick={() => onUse('1')} aria-label={`用这张：${file}`}>
              用这张
            </Button>
          ) : (
            <Button disabled={busy} onClick={() => onUse('0')} aria-label={`排除：${file}`}>
              排除
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
