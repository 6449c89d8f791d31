import { useEffect, useRef, useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { typeOfFile, typesOf } from '#contract/uploadFilters.ts'
import { mostOf } from '#contract/form/values.ts'
import { formatBytes } from '#web/page/format.ts'
import type { ControlProps } from './control.web.ts'
import type { SentFile } from './sources.web.ts'

/** Draws files or pictures, each sent as soon as it is chosen; a failed one says why and can be retried. */
export function FileControl({ column, value, onChange, sources, labelId, describedBy, invalid, readOnly, id }: ControlProps) {
  const part = partOf(column)
  const isPicture = part?.no === 'pictures'
  const most = mostOf(column, part)
  const types = 'types' in column && column.types ? typesOf(column.types) : undefined
  const files = Array.isArray(value) ? (value as SentFile[]) : []
  const latest = useRef(files)
  useEffect(() => {
    latest.current = files
  })
  const [sending, setSending] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const [seen, setSeen] = useState<Record<string, string>>({})
  useEffect(() => () => Object.values(seen).forEach((url) => URL.revokeObjectURL(url)), [seen])

  const add = async (chosen: File[]) => {
    setProblem('')
    const fitting = chosen.slice(0, most - latest.current.length)
    if (fitting.length < chosen.length) setProblem(`最多 ${most} 个，多出的没有上传`)
    for (const file of fitting) {
      if (types && !types.includes(typeOfFile(file.name))) {
        setProblem(`“${file.name}”的类型不支持，请选 ${types.join('、')}`)
        continue
      }
      setSending((names) => [...names, file.name])
      try {
        const sent = await sources.send(file, column.clmnNo)
        if (isPicture) setSeen((urls) => ({ ...urls, [sent.fileNo]: URL.createObjectURL(file) }))
        onChange([...latest.current, sent])
      } catch (error) {
        setProblem(`“${file.name}”没有上传：${(error as Error).message}`)
      }
      setSending((names) => names.filter((name) => name !== file.name))
    }
  }
  const without = (fileNo: string) => {
    const rest = files.filter((file) => file.fileNo !== fileNo)
    onChange(rest.length > 0 ? rest : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-files">
      {files.map(({ fileNo, name, size }) => (
        <div key={fileNo} className="fill-file">
          {seen[fileNo] && <img src={seen[fileNo]} alt="" />}
          <FileName name={name} link={sources.linkOf?.(fileNo)} />
          <small>{formatBytes(size)}</small>
          {!readOnly && (
            <button type="button" onClick={() => without(fileNo)} aria-label={`移除${name}`}>
              ×
            </button>
          )}
        </div>
      ))}
      {sending.map((name) => (
        <div key={name} className="fill-file" role="status">
          <span>{name}</span>
          <small>正在上传……</small>
        </div>
      ))}
      {!readOnly && files.length + sending.length < most && (
        <label className="fill-add">
          <input
            id={id}
            type="file"
            multiple={most > 1}
            accept={isPicture ? 'image/png,image/jpeg,image/gif' : types?.map((type) => `.${type}`).join()}
            aria-invalid={invalid || undefined}
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          {isPicture ? '拍照或选择图片' : '选择文件'}
        </label>
      )}
      {types && !readOnly && <small>只能是 {types.join('、')}</small>}
      {problem && (
        <p role="alert" className="fill-problem">
          {problem}
        </p>
      )}
    </div>
  )
}

const FileName = ({ name, link }: { name: string; link: string | undefined }) =>
  link ? (
    <a href={link} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    <span>{name}</span>
  )
