import { Button, Checkbox } from 'antd'
import { Label, StatusTag } from '#web/dictionary.tsx'
import { formatTime } from '#web/format.ts'
import type { Application } from './photo.screen.tsx'

type Props = {
  application: Application
  ticked: boolean
  onTick: (on: boolean) => void
  onPass: (() => void) | undefined
  onRefuse: (() => void) | undefined
}

/** One photo that was handed in, beside the one in use, with what was checked of it. */
export function PhotoCard({ application, ticked, onTick, onPass, onRefuse }: Props) {
  const { empName, orgName, phtType, url, oldUrl, width, height, cnsntFlag, rem, rsn, nickName, crtTm, stt } = application
  // A face without the person's consent cannot pass (domain, 5.4).
  const mayPass = phtType === 'card' || cnsntFlag === '1'
  return (
    <article className="photo-card">
      <div className="spread">
        <span className="card-name">
          {onPass && mayPass && (
            <Checkbox checked={ticked} aria-label={`选择${empName}`} onChange={({ target }) => onTick(target.checked)} />
          )}
          <strong>{empName}</strong>
          <span className="grey">{orgName}</span>
        </span>
        {onPass ? <Label type="PHT_TYPE" value={phtType} /> : <StatusTag type="PHT_STT" value={stt} />}
      </div>
      <div className="photos">
        <figure>
          {oldUrl ? <img src={oldUrl} alt={`${empName}现用的照片`} /> : <div className="photo-empty">还没有</div>}
          <figcaption className="grey">现用</figcaption>
        </figure>
        <figure>
          <img src={url} alt={`${empName}新交的照片`} />
          <figcaption className="grey">新照片</figcaption>
        </figure>
      </div>
      <ul className="photo-checks">
        <li>
          尺寸 {width}×{height}
        </li>
        {phtType === 'face' && (
          <li className={mayPass ? '' : 'bad-text'}>{mayPass ? '本人已同意采集人脸' : '没有本人同意，不能通过'}</li>
        )}
        {rem && <li>说明：{rem}</li>}
        {rsn && <li className="bad-text">驳回原因：{rsn}</li>}
        <li className="grey">
          {nickName} {formatTime(crtTm)} 提交
        </li>
      </ul>
      {onPass && (
        <div className="row-actions">
          <Button type="primary" disabled={!mayPass} onClick={onPass} aria-label={`通过${empName}的照片`}>
            通过
          </Button>
          <Button danger onClick={onRefuse} aria-label={`驳回${empName}的照片`}>
            驳回
          </Button>
        </div>
      )}
    </article>
  )
}
