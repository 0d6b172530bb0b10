module {{goModule}}

go 1.22
