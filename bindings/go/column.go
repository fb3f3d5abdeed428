package vitals

import "encoding/binary"

// columnOf lays objects out as a string column of Apache Arrow with offsets of 64 bits.
func columnOf(objects [][]byte) (column, offsets []byte) {
	size := 0
	for _, object := range objects {
		size += len(object)
	}
	column = make([]byte, 0, size)
	offsets = make([]byte, 0, 8*(len(objects)+1))
	offsets = binary.LittleEndian.AppendUint64(offsets, 0)
	for _, object := range objects {
		column = append(column, object...)
		offsets = binary.LittleEndian.AppendUint64(offsets, uint64(len(column)))
	}
	return column, offsets
}
