import { Button, Checkbox } from 'antd'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { formatTime } from '#web/page/format.ts'
import type { Application } from './photo.contract.ts'
import '#domain/people/pictures/pictures.css'

type Props = {
  application: Application
  ticked: boolean
  onTick: (on: boolean) => void
  onPass: (() => void) | undefined
  onRefuse: (() => void) | undefined
}

/** Draws one submitted photo, beside the one in use, with the results of its checks. */
export function PhotoCard({ application, ticked, onTick, onPass, onRefuse }: Props) {
  const { phtType, url, oldUrl, width, height, cnsntFlag, cnsntBy, rem, rsn, nickName, crtTm, stt } = application
  const name = application.empName ?? application.stuName ?? application.ptrName
  const place = application.orgName ?? application.unitName ?? application.stuNames
  const consents = application.stuNo ? '监护人' : '本人'
  // Allows a face only with consent (docs/spec/personal-data.md#faces).
  const mayPass = phtType === 'card' || cnsntFlag === '1'
  return (
    <article className="photo-card">
      <div className="spread">
        <span className="card-name">
          {onPass && mayPass && (
            <Checkbox checked={ticked} aria-label={`选择${name}`} onChange={({ target }) => onTick(target.checked)} />
          )}
          <strong>{name}</strong>
          <span className="grey">{place}</span>
        </span>
        {onPass ? <Label type="PHT_TYPE" value={phtType} /> : <StatusTag type="PHT_STT" value={stt} />}
      </div>
      <div className="photos">
        <figure>
          {oldUrl ? <img src={oldUrl} alt={`${name}现用的照片`} /> : <div className="photo-empty">还没有</div>}
          <figcaption className="grey">现用</figcaption>
        </figure>
        <figure>
          <img src={url} alt={`${name}新交的照片`} />
          <figcaption className="grey">新照片</figcaption>
        </figure>
      </div>
      <ul className="photo-checks">
        <li>
          尺寸 {width}×{height}
        </li>
        {phtType === 'face' && (
          <li className={mayPass ? '' : 'bad-text'}>
            {mayPass ? `${cnsntBy ?? consents}已同意采集人脸` : `没有${consents}同意，不能通过`}
          </li>
        )}
        {rem && <li>说明：{rem}</li>}
        {rsn && <li className="bad-text">驳回原因：{rsn}</li>}
        <li className="grey">
          {nickName} {formatTime(crtTm)} 提交
        </li>
      </ul>
      {onPass && (
        <div className="row-actions">
          <Button type="primary" disabled={!mayPass} onClick={onPass} aria-label={`通过${name}的照片`}>
            通过
          </Button>
          <Button danger onClick={onRefuse} aria-label={`驳回${name}的照片`}>
            驳回
          </Button>
        </div>
      )}
    </article>
  )
}
