//! The path of processors with AMX: whole tiles of bytes multiplied by one instruction.
//!
//! A tile is sixteen rows of 64 bytes, and the packed layout of the weight file is already that of a tile of weights.
//! Only the products differ from the AVX-512 path; everything else is shared with it. The compiler has no stable names
//! for these instructions yet, so they are written out, in four small loops.

use std::arch::asm;
use std::arch::x86_64::*;

use super::lanes::LANES;
use super::{ByteMatrix, ByteRows, LINE, avx512};

/// The rows of a tile.
const ROWS: usize = 16;
/// The groups of four inputs a tile has room for.
const GROUPS: usize = 16;
/// The bytes of a tile.
const TILE: usize = ROWS * LINE;
/// For fewer rows a tile is mostly empty, and the other path is quicker.
const FEWEST_ROWS: usize = 5;

/// Whether this processor has what this path needs and the system lets us use it.
pub(super) fn is_available() -> bool {
    avx512::is_available() && has_tiles() && may_use_tiles()
}

/// Asks the processor for tiles and for products of bytes in them.
fn has_tiles() -> bool {
    const TILES_AND_BYTES: u32 = 1 << 24 | 1 << 25;
    __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & TILES_AND_BYTES == TILES_AND_BYTES
}

/// Asks the system to keep tiles across a change of tasks; Linux does so only for programs that asked.
#[cfg(target_os = "linux")]
fn may_use_tiles() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const REQUEST_PERMISSION: i64 = 0x1023;
    const TILE_DATA: i64 = 18;
    let mut result = ARCH_PRCTL;
    // SAFETY: the call takes two numbers, touches no memory of ours, and changes the two registers named here.
    unsafe {
        asm!(
            "syscall", inout("rax") result, in("rdi") REQUEST_PERMISSION, in("rsi") TILE_DATA,
            out("rcx") _, out("r11") _, options(nostack),
        );
    }
    result == 0
}

#[cfg(not(target_os = "linux"))]
fn may_use_tiles() -> bool {
    false
}

/// Whether this path is the one for a product, rather than the AVX-512 path.
pub(super) fn suits(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>) -> bool {
    let count = rows.scales.len();
    matrix.groups.is_multiple_of(GROUPS)
        && count >= FEWEST_ROWS
        && rows.bytes.len() >= count.next_multiple_of(ROWS) * rows.stride
}

/// What the tiles are: eight of them, all of the full size.
#[repr(C, align(64))]
struct Shape {
    palette: u8,
    start: u8,
    reserved: [u8; 14],
    line_bytes: [u16; 16],
    rows: [u8; 16],
}

static SHAPE: Shape = {
    let (mut line_bytes, mut rows, mut tile) = ([0; 16], [0; 16], 0);
    while tile < 8 {
        line_bytes[tile] = LINE as u16;
        rows[tile] = ROWS as u8;
        tile += 1;
    }
    Shape { palette: 1, start: 0, reserved: [0; 14], line_bytes, rows }
};

/// Room for the sums of four tiles.
#[repr(C, align(64))]
struct Sums([[[i32; LANES]; ROWS]; 4]);

/// Where a product reads: rows of input from `input` on, weights of a block of outputs from `lines` on.
#[derive(Clone, Copy)]
struct Source {
    input: *const u8,
    stride: usize,
    lines: *const u8,
    per_block: usize,
    steps: usize,
}

/// Multiplies rows of bytes by a matrix of bytes, where [`suits`] said yes.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn multiply_bytes(rows: &ByteRows<'_>, matrix: &ByteMatrix<'_>, out: &mut [f32], to: usize) {
    assert!(suits(rows, matrix), "the caller asks first");
    let count = rows.scales.len();
    let per_block = matrix.groups * LINE;
    let steps = matrix.groups / GROUPS;
    let mut sums = Sums([[[0; LANES]; ROWS]; 4]);
    // SAFETY: the shape is a valid one, and tiles are there and allowed, as `is_available` found out.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const SHAPE, options(nostack, readonly)) };
    let mut block = 0;
    while block < matrix.blocks {
        let left = matrix.blocks - block;
        // With one tile of rows three blocks keep the unit busy; with two tiles of rows two blocks do.
        let blocks = match (count > ROWS, left) {
            (true, 2..) => 2,
            (false, 3..) => 3,
            _ => 1,
        };
        let mut first = 0;
        while first < count {
            let tiles = if blocks == 2 && count - first > ROWS { 2 } else { 1 };
            let source = Source {
                input: rows.bytes[first * rows.stride..].as_ptr(),
                stride: rows.stride,
                lines: matrix.lines[block * per_block..].as_ptr(),
                per_block,
                steps,
            };
            // SAFETY: `suits` made sure that the input has whole tiles of rows, each with `groups` times four bytes, and
            // the matrix was checked to have `per_block` bytes for each block; tiles were given their shape above.
            unsafe {
                match (tiles, blocks) {
                    (2, _) => two_by_two(source, &mut sums),
                    (_, 3) => one_by_three(source, &mut sums),
                    (_, 2) => one_by_two(source, &mut sums),
                    _ => one_by_one(source, &mut sums),
                }
            }
            for index in 0..blocks {
                let outputs = avx512::Outputs::of(matrix, block + index);
                for tile in 0..tiles {
                    let start = first + tile * ROWS;
                    for (row, sums) in (start..count).zip(&sums.0[tile * 2 + index]) {
                        // SAFETY: sixteen sums are read from an array of sixteen.
                        let sums = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
                        outputs.finish(sums, rows, row, &mut out[row * to..]);
                    }
                }
            }
            first += tiles * ROWS;
        }
        block += blocks;
    }
    // SAFETY: gives the tiles back, so that a change of tasks need not save them.
    unsafe { asm!("tilerelease", options(nostack, nomem)) };
}

/// Writes a loop over the inputs: tiles cleared, then loaded and multiplied step by step, then stored.
macro_rules! product {
    ($source:ident, $sums:ident, clear: [$($clear:literal),*], step: [$($step:literal),*], store: [$($store:literal),*]) => {
        asm!(
            $(concat!("tilezero ", $clear),)*
            "2:",
            $($step,)*
            "add {input}, 64",
            "add {below}, 64",
            "add {lines}, {tile}",
            "dec {steps}",
            "jnz 2b",
            $($store,)*
            input = inout(reg) $source.input => _,
            below = inout(reg) $source.input.wrapping_add(ROWS * $source.stride) => _,
            lines = inout(reg) $source.lines => _,
            steps = inout(reg) $source.steps => _,
            stride = in(reg) $source.stride,
            beside = in(reg) $source.per_block,
            line = in(reg) LINE,
            sums = in(reg) $sums as *mut Sums,
            tile = const TILE,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        )
    };
}

/// Two tiles of rows by two blocks of outputs.
unsafe fn two_by_two(source: Source, sums: &mut Sums) {
    // SAFETY: the caller has the tiles, and the room that is read; four tiles of sums are written to room for four.
    unsafe {
        product!(source, sums,
            clear: ["tmm0", "tmm1", "tmm2", "tmm3"],
            step: [
                "tileloadd tmm4, [{input} + {stride}]",
                "tileloadd tmm6, [{lines} + {line}]",
                "tdpbusd tmm0, tmm4, tmm6",
                "add {lines}, {beside}",
                "tileloadd tmm7, [{lines} + {line}]",
                "sub {lines}, {beside}",
                "tdpbusd tmm1, tmm4, tmm7",
                "tileloadd tmm5, [{below} + {stride}]",
                "tdpbusd tmm2, tmm5, tmm6",
                "tdpbusd tmm3, tmm5, tmm7"
            ],
            store: [
                "tilestored [{sums} + {line}], tmm0",
                "tilestored [{sums} + {line} + 1024], tmm1",
                "tilestored [{sums} + {line} + 2048], tmm2",
                "tilestored [{sums} + {line} + 3072], tmm3"
            ]
        );
    }
}

/// One tile of rows by three blocks of outputs.
unsafe fn one_by_three(source: Source, sums: &mut Sums) {
    // SAFETY: as above, with three tiles of sums.
    unsafe {
        product!(source, sums,
            clear: ["tmm0", "tmm1", "tmm2"],
            step: [
                "tileloadd tmm4, [{input} + {stride}]",
                "tileloadd tmm5, [{lines} + {line}]",
                "tdpbusd tmm0, tmm4, tmm5",
                "add {lines}, {beside}",
                "tileloadd tmm6, [{lines} + {line}]",
                "tdpbusd tmm1, tmm4, tmm6",
                "add {lines}, {beside}",
                "tileloadd tmm7, [{lines} + {line}]",
                "tdpbusd tmm2, tmm4, tmm7",
                "sub {lines}, {beside}",
                "sub {lines}, {beside}"
            ],
            store: [
                "tilestored [{sums} + {line}], tmm0",
                "tilestored [{sums} + {line} + 1024], tmm1",
                "tilestored [{sums} + {line} + 2048], tmm2"
            ]
        );
    }
}

/// One tile of rows by two blocks of outputs.
unsafe fn one_by_two(source: Source, sums: &mut Sums) {
    // SAFETY: as above, with two tiles of sums.
    unsafe {
        product!(source, sums,
            clear: ["tmm0", "tmm1"],
            step: [
                "tileloadd tmm4, [{input} + {stride}]",
                "tileloadd tmm5, [{lines} + {line}]",
                "tdpbusd tmm0, tmm4, tmm5",
                "add {lines}, {beside}",
                "tileloadd tmm6, [{lines} + {line}]",
                "tdpbusd tmm1, tmm4, tmm6",
                "sub {lines}, {beside}"
            ],
            store: ["tilestored [{sums} + {line}], tmm0", "tilestored [{sums} + {line} + 1024], tmm1"]
        );
    }
}

/// One tile of rows by one block of outputs.
unsafe fn one_by_one(source: Source, sums: &mut Sums) {
    // SAFETY: as above, with one tile of sums.
    unsafe {
        product!(source, sums,
            clear: ["tmm0"],
            step: [
                "tileloadd tmm4, [{input} + {stride}]",
                "tileloadd tmm5, [{lines} + {line}]",
                "tdpbusd tmm0, tmm4, tmm5",
                "add {lines}, {beside}",
                "sub {lines}, {beside}"
            ],
            store: ["tilestored [{sums} + {line}], tmm0"]
        );
    }
}
