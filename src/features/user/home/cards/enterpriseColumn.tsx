import { Link } from 'react-router'
import type { ListColumn } from '#web/list/dataTable.types.ts'

/** Returns the first column of a list of enterprises on the home: their names, each leading to its record. */
export const enterpriseColumn = <Row extends { entNo: string; entName: string }>(
  title: string,
  width: number,
): ListColumn<Row> => ({
  key: 'entName',
  dataIndex: 'entName',
  title,
  width,
  render: (entName: string, { entNo }) => (
    <span className="row-name">
      <Link to={`/ecb/ent/${entNo}`} className="row-button">
        {entName}
      </Link>
    </span>
  ),
})
