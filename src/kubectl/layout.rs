//! Text in columns as Go's `text/tabwriter` lays it out, and the lines that a description is made of.

/// How wide columns are at least, and how much stands between two.
#[derive(Clone, Copy)]
pub struct Columns {
    pub width_min: usize,
    pub padding: usize,
}

impl Columns {
    pub const TABLE: Columns = Columns { width_min: 6, padding: 3 };
    pub const DESCRIPTION: Columns = Columns { width_min: 0, padding: 2 };

    /// Lays tabbed text out: a column is as wide as its widest cell among adjacent lines that have it. What follows
    /// the last tab of a line is no cell and takes no part.
    pub fn lay_out(self, text: &str) -> String {
        let lines: Vec<Vec<&str>> =
            text.split(['\n', '\u{c}']).map(|line| line.split(TABS).collect()).collect();
        let mut widths: Vec<Vec<usize>> = lines.iter().map(|cells| vec![0; cells.len() - 1]).collect();
        let mut rows: Vec<usize> = (0..lines.len()).collect();
        for column in 0.. {
            rows.retain(|row| column + 1 < lines[*row].len());
            if rows.is_empty() {
                break;
            }
            for block in rows.chunk_by(|row, next| row + 1 == *next) {
                let widest = block.iter().map(|row| lines[*row][column].chars().count()).max().unwrap_or(0);
                for row in block {
                    widths[*row][column] = self.width_min.max(widest + self.padding);
                }
            }
        }

        let mut laid_out = String::with_capacity(text.len() * 2);
        for (number, (cells, widths)) in lines.iter().zip(&widths).enumerate() {
            if number > 0 {
                laid_out.push('\n');
            }
            for (column, cell) in cells.iter().enumerate() {
                laid_out.push_str(cell);
                if let Some(width) = widths.get(column) {
                    let filled = cell.chars().count();
                    laid_out.extend(std::iter::repeat_n(' ', width.saturating_sub(filled)));
                }
            }
        }
        laid_out
    }
}

const TABS: [char; 2] = ['\t', '\u{b}'];

/// What could command a terminal, made visible: upstream `printers.WriteEscaped`.
pub fn escape(text: &str) -> String {
    text.replace('\u{1b}', "^[").replace('\r', "\\r")
}

/// The lines of a description. Mirrors kubectl's `PrefixWriter`: each piece is preceded by its indentation, also in
/// the middle of a line.
#[derive(Default)]
pub struct Writer {
    text: String,
    /// Levels that everything is indented by.
    pub indent: usize,
}

impl Writer {
    pub fn write(&mut self, level: usize, piece: &str) {
        for _ in 0..level + self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(piece);
    }

    pub fn line(&mut self, level: usize, line: &str) {
        self.write(level, line);
        self.text.push('\n');
    }

    /// `LABEL:` and its value in the next column.
    pub fn field(&mut self, level: usize, label: &str, value: &str) {
        self.write(level, label);
        self.text.push_str(":\t");
        self.text.push_str(value);
        self.text.push('\n');
    }

    /// A field that is shown only if it says something.
    pub fn field_if_any(&mut self, level: usize, label: &str, value: &str) {
        if !value.is_empty() {
            self.field(level, label, value);
        }
    }

    pub fn finish(self) -> String {
        Columns::DESCRIPTION.lay_out(&escape(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_ends_where_a_line_has_no_such_cell() {
        let text = "a:\t1\nlong name:\t2\nno cell\nb:\t3\tx\nc:\tfour\ty\n";
        let expected = "a:          1\nlong name:  2\nno cell\nb:  3     x\nc:  four  y\n";
        assert_eq!(Columns::DESCRIPTION.lay_out(text), expected);
    }

    #[test]
    fn a_column_of_a_table_is_at_least_six_wide() {
        assert_eq!(Columns::TABLE.lay_out("pi\t1/1\t\t5m\n"), format!("pi    1/1   {:6}5m\n", ""));
        assert_eq!(Columns::TABLE.lay_out(""), "");
    }
}
