import { PageHead } from '#web/head/PageHead.tsx'
import ProposalList from './proposals.panel.tsx'

/** Draws what the answers of all collections propose to change in archives. */
export default function ProposalsScreen() {
  return (
    <div className="page touch">
      <PageHead title="回写审核" />
      <ProposalList />
    </div>
  )
}
