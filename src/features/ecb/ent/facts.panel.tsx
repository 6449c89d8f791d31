import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { Field } from '#web/form/Field.tsx'
import { MaskedInput } from '#web/form/masked/MaskedInput.tsx'
import { isMaskedValue } from '#contract/values/masking.ts'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { RecordColumns } from '#web/head/RecordColumns.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { ent, EnterpriseDetail } from './ent.contract.ts'
import './enterprise.css'
import { LogoField } from './facts/LogoField.tsx'
import { useCountPaths } from './facts/useCountPaths.web.ts'

type Detail = z.output<typeof EnterpriseDetail>

/** Draws the facts of an enterprise, to be changed where they are shown. */
export function EnterpriseFacts({ enterprise }: { enterprise: Detail }) {
  const { entNo, entName, idntNo, lvl, admins } = enterprise
  const paths = useCountPaths()(enterprise)
  const counted = (name: keyof typeof paths) => (
    <CountLink count={enterprise[name]} to={paths[name]} label={metaOf(EnterpriseDetail.shape[name]).title ?? ''} />
  )
  const facts = {
    entNo,
    idntNo: <Label type="IDNT" value={idntNo} />,
    lvl: `第 ${lvl} 级`,
    admins: admins.map((one) => `${one.empName} ${one.authTel}`).join('、') || '还没有管理员',
    // Leaves out what a school cannot have, and others have no pupils.
    ...(idntNo !== '030' && { subCnt: counted('subCnt') }),
    empCnt: counted('empCnt'),
    ...(idntNo === '030' && { stuCnt: counted('stuCnt') }),
  }
  const side = (
    <>
      <LogoField enterprise={enterprise} />
      <FactList
        items={Object.entries(facts).map(([name, value]) => [metaOf(EnterpriseDetail.shape[name as keyof Detail]).title, value])}
      />
    </>
  )
  return (
    <RecordColumns side={side}>
      <RecordForm call={ent.update} record={enterprise} send={{ entNo }} said={`“${entName}”已修改`}>
        <Field name="entName" />
        <Field name="selfNo" label={idntNo === '030' ? '学校标识码' : '自编号'} />
        <div className="form-grid">
          <Field name="linkMan" />
          <LinkTel {...enterprise} />
        </div>
        <Field name="des" />
        <Field name="rem" />
      </RecordForm>
    </RecordColumns>
  )
}

// Draws the mobile of another enterprise's contact masked: it is replaced, never changed in part.
const LinkTel = ({ linkTel }: Pick<Detail, 'linkTel'>) =>
  isMaskedValue(linkTel) ? (
    <Field name="linkTel" shown={(tel) => tel}>
      <MaskedInput placeholder="请输入联系电话" maxLength={30} />
    </Field>
  ) : (
    <Field name="linkTel" />
  )
