/** Lists the types of forms (docs/spec/numbers.md#bill-types), each with its segment of template numbers. */
export const billTypes = ['访客单', '活动报名', '会议回执', '请假', '报修', '信息采集', '缴费申请']
  .map((typeName, i) => ({ typeNo: `0${i + 1}`, typeName, minVal: (i + 1) * 100_000, maxVal: (i + 2) * 100_000 - 1 }))
  .concat([{ typeNo: '09', typeName: '其他', minVal: 900_000, maxVal: 999_999 }])
