import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ImportBatch, ImportPreview } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { useSend } from '#web/api/api.ts'
import './importing.css'

/** Tells whether every needed column was found under one of its titles. */
export const isMapped = ({ columns }: ImportBatch) =>
  columns.every(({ required, at, guessed }) => !guessed && (!required || at !== null))

const none = -1

/** Draws the second step, where it is needed: the assignment of the workbook's columns, with examples from each. */
export function MapColumns({ batch, onDone, onGiveUp }: { batch: ImportPreview; onDone: () => void; onGiveUp: () => void }) {
  const { batchNo, columns, heads, examples } = batch
  const [places, setPlaces] = useState(() => new Map(columns.map(({ fld, at }) => [fld, at ?? none])))
  const setting = useSend(imp.setcolumns)
  const servedBy = new Map(columns.flatMap(({ fld, title }) => (places.get(fld) === none ? [] : [[places.get(fld), title]])))
  const missing = columns.filter(({ fld, required }) => required && places.get(fld) === none)
  // Takes a column from its former field: a column of the workbook serves one field.
  const set = (fld: string, at: number) =>
    setPlaces((before) => new Map([...before].map(([other, place]) => [other, other === fld ? at : place === at ? none : place])))
  const save = async () => {
    const chosen = columns.map(({ fld }) => ({ fld, at: places.get(fld) ?? none }))
    await setting.mutateAsync({ batchNo, columns: chosen.map(({ fld, at }) => ({ fld, at: at === none ? null : at })) })
    onDone()
  }
  return (
    <>
      <p className="grey">请核对文件里的哪一列对应哪一项。带 ★ 的必须有；没有的选“文件里没有”。</p>
      <div className="map-columns" role="table" aria-label="对应列">
        {columns.map(({ fld, title, required, guessed }) => {
          const at = places.get(fld) ?? none
          return (
            <div key={fld} role="row" className="map-column">
              <span role="rowheader">
                {required && <span className="needed">★</span>}
                {title}
              </span>
              <Select
                aria-label={title}
                value={at}
                status={required && at === none ? 'error' : ''}
                onChange={(place) => set(fld, place)}
                options={[
                  { value: none, label: '文件里没有' },
                  ...heads.flatMap((head, place) => (head ? [{ value: place, label: head, servedBy: servedBy.get(place) }] : [])),
                ]}
                optionRender={({ data }) =>
                  'servedBy' in data && data.servedBy && data.servedBy !== title ? (
                    <>
                      {data.label} <span className="grey">已用于“{data.servedBy}”</span>
                    </>
                  ) : (
                    data.label
                  )
                }
                showSearch={{ optionFilterProp: 'label' }}
              />
              <span role="cell" className="grey map-example" title={examples[at]}>
                {at !== none && guessed && <span className="tag wait">请核对</span>} {examples[at]}
              </span>
            </div>
          )
        })}
      </div>
      <div className="page-tools" style={{ marginTop: 16 }}>
        <Button
          type="primary"
          loading={setting.isPending}
          disabled={missing.length > 0}
          onClick={() => void save().catch(() => {})}
        >
          下一步：核对
        </Button>
        <Button onClick={onGiveUp}>重新选择文件</Button>
        {missing.length > 0 && <span className="bad-text">还缺：{missing.map(({ title }) => title).join('、')}</span>}
      </div>
    </>
  )
}
