import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { StudentState } from '#domain/units/units.contract.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import type { ListState } from '#web/list/listState.ts'

const yes = (label: string) => [{ value: '1', label }]

/** Draws the filters of children and guardians, besides the keyword. */
export const RelationFilters = ({ list: { filters, setFilters } }: { list: ListState }) => (
  <>
    <UnitFilter label="年级班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />
    <CodeFilter type="RELT" label="关系" value={filters.relt} onChange={(relt) => setFilters({ relt })} />
    <SelectFilter
      label="家长"
      value={filters.noPtr}
      onChange={(noPtr) => setFilters({ noPtr })}
      options={[
        { value: '1', label: '没有家长' },
        { value: '0', label: '有家长' },
      ]}
    />
    <SelectFilter
      label="父母人数"
      width={180}
      value={filters.many}
      onChange={(many) => setFilters({ many })}
      options={yes('多于一位父亲或母亲')}
    />
    <CodeFilter
      type="STU_STT"
      label="学籍状态"
      without={StudentState.deleted}
      value={filters.stt}
      onChange={(stt) => setFilters({ stt })}
    />
  </>
)
